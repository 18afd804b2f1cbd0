import type { Fault, FileAccount } from './credential.ts'
import { createAccount, NO_LINES } from './file-account.ts'
import type { LogFacts } from './log-facts.ts'
import type { TextPiece } from './read-text-file.ts'
import type { Rows } from './rows.ts'
import { orMissing } from './volumes.ts'

export type Piece = Rows & {
  readonly place: string
  readonly log: string | undefined
  readonly facts?: LogFacts
  readonly faults: readonly Fault[]
  readonly file?: FileAccount
}

export const NO_PIECE: Piece = { rows: [], ignored: 0, place: '', log: undefined, faults: [] }

export const faultPiece = (place: string, reason: string): Piece => ({
  place,
  log: undefined,
  rows: [],
  ignored: 0,
  faults: [{ place, reason }],
  file: { path: place, ...NO_LINES, end: 'unread', reason },
})

/** Each file ends with its account (M-IMPORT-74). */
export async function* accounted(
  path: string,
  pieces: AsyncIterable<TextPiece>,
  rest: Pick<Piece, 'place' | 'log'>,
): AsyncGenerator<Piece> {
  const account = createAccount(path)
  for await (const { end, ...piece } of pieces) {
    account.add(piece)
    yield { ...piece, ...rest, faults: [], ...(end === undefined ? {} : { file: account.endedBy(end) }) }
  }
}

/** Of a set whose last parts may be missing. */
export const withAdvice = ({ faults, file, ...piece }: Piece): Piece => ({
  ...piece,
  faults: faults.map(({ place, reason }) => ({ place, reason: orMissing(reason) })),
  ...(file?.end === 'unread' ? { file: { ...file, reason: orMissing(file.reason) } } : file && { file }),
})
