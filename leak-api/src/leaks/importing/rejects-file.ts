import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { basename, join } from 'node:path'
import { csvText } from '@atalaia/contracts/spreadsheet'
import type { Fault, Rejected } from '../reading/credential.ts'

export type RejectsFile = {
  /** The first rows make the file. */
  add(rows: string): void
  /** Waits until added rows are out of memory. */
  drain(): Promise<void>
  /** Returns the path; `undefined`: nothing was rejected. */
  close(): Promise<string | undefined>
}

export const rejectRow = ({ place, reason, masked }: Rejected): string =>
  `${csvText(place)},${csvText(reason)},"${masked}"\n`

export const faultRow = ({ place, reason }: Fault): string => `${csvText(place)},${csvText(reason)},\n`

/** Writes to `<dataDir>/rejects`. */
export const createRejectsFile = (dataDir: string, fileName: string, at: Date): RejectsFile => {
  const folder = join(dataDir, 'rejects')
  const stamp = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const safeName = basename(fileName)
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, 100)
  const path = join(folder, `${stamp}-${safeName}.rejects.csv`)
  let stream: WriteStream | undefined

  const open = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const made = createWriteStream(path, { mode: 0o600 })
    made.on('error', () => undefined)
    made.write('line,reason,content\n')
    return made
  }
  return {
    add: (rows) => {
      if (rows === '') return
      stream ??= open()
      stream.write(rows)
    },
    drain: async () => {
      if (stream?.errored) throw stream.errored
      if (stream?.writableNeedDrain === true) await once(stream, 'drain')
    },
    close: async () => {
      if (stream === undefined) return undefined
      stream.end()
      await finished(stream)
      return path
    },
  }
}
