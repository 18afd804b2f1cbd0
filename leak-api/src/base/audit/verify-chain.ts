import type { Queryable } from '@atalaia/database'
import { number, object, optional, string, type infer as Infer } from 'zod/mini'
import { auditLog, createAuditRepository, type AuditHead, type StoredRow } from './audit-repository.ts'
import { chainHash, nameHash } from './chain.ts'

const BATCH = 1000
const FIRST = '0'.repeat(64)

const sealsSchema = object({
  organisation: string(),
  ordinal: number(),
  names: optional(object({ actor: optional(string()), target: optional(string()) })),
})
type Seals = Infer<typeof sealsSchema>

/**
 * - `missing`: an absent row; `order`: a wrong number or organisation.
 * - `altered`: changed content, hash or previous row; `names`: changed names.
 * - `cut-off`: absent final rows; `beyond`: rows after the end; `end`: another final hash.
 * - `no-log`: an organisation without a log.
 * - `expected`: the chain misses the row noted elsewhere.
 */
export type ChainFault =
  | 'missing'
  | 'order'
  | 'altered'
  | 'names'
  | 'cut-off'
  | 'beyond'
  | 'end'
  | 'no-log'
  | 'expected'

export type ChainReport = { readonly organisationId: string; readonly rows: number; readonly erased: number } & (
  | { readonly status: 'whole'; readonly head: string }
  | { readonly status: 'broken'; readonly ordinal: number; readonly fault: ChainFault }
)

export type KnownRow = { readonly ordinal: number; readonly hash: string }

const sealsOf = (content: string): Seals | undefined => {
  try {
    const read = sealsSchema.safeParse(JSON.parse(content))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

type Names = { readonly seal: string | undefined; readonly content: string | null; readonly salt: string | null }
const areAltered = ({ seal, content, salt }: Names) =>
  content !== null && (seal === undefined || nameHash(salt ?? '', content) !== seal)

const faultOf = (
  row: StoredRow,
  at: { organisationId: string; ordinal: number; before: string },
): ChainFault | undefined => {
  if (row.ordinal !== at.ordinal) return 'missing'
  if (chainHash(at.before, row.content) !== row.hash) return 'altered'
  const seals = sealsOf(row.content)
  if (seals?.ordinal !== row.ordinal || seals.organisation !== at.organisationId) return 'order'
  const parts = [
    { seal: seals.names?.actor, content: row.actorNames, salt: row.actorSalt },
    { seal: seals.names?.target, content: row.targetNames, salt: row.targetSalt },
  ]
  return parts.some(areAltered) ? 'names' : undefined
}

const isErased = ({ content, actorNames, targetNames }: StoredRow) => {
  const names = sealsOf(content)?.names
  return (names?.actor !== undefined && actorNames === null) || (names?.target !== undefined && targetNames === null)
}

/** Follows an organisation's chain from start to end, even during acts (P-AUDIT-3). */
export const verifyChain = async (
  database: Queryable,
  organisationId: string,
  known?: KnownRow,
): Promise<ChainReport> => {
  // Read first: rows that come meanwhile stand after it.
  const head = await createAuditRepository(database).head(organisationId)
  let [rows, erased, hash] = [0, 0, FIRST]
  const broken = (ordinal: number, fault: ChainFault): ChainReport => {
    return { organisationId, rows, erased, status: 'broken', ordinal, fault }
  }
  if (head === undefined) return broken(0, 'no-log')
  while (rows < head.ordinal) {
    const { rows: batch } = await auditLog.feed(database, { organisationId, after: rows }, BATCH)
    for (const row of batch.slice(0, head.ordinal - rows)) {
      const fault = faultOf(row, { organisationId, ordinal: rows + 1, before: hash })
      if (fault !== undefined) return broken(rows + 1, fault)
      if (known?.ordinal === row.ordinal && known.hash !== row.hash) return broken(row.ordinal, 'expected')
      hash = row.hash
      rows += 1
      if (isErased(row)) erased += 1
      if (rows === head.ordinal && hash !== head.hash) return broken(rows, 'end')
    }
    if (batch.length === 0) return broken(rows + 1, 'cut-off')
  }
  const beyond = await endOf(database, head)
  if (beyond !== undefined) return broken(rows + 1, beyond)
  if (known !== undefined && known.ordinal > rows) return broken(rows + 1, 'cut-off')
  return { organisationId, rows, erased, status: 'whole', head: hash }
}

/** Rows after the end are later commits, or forgeries. */
const endOf = async (database: Queryable, head: AuditHead): Promise<ChainFault | undefined> => {
  const { organisationId, ordinal } = head
  const [next] = (await auditLog.feed(database, { organisationId, after: ordinal }, 1)).rows
  if (next === undefined) return undefined
  const now = await createAuditRepository(database).head(organisationId)
  return now === undefined || now.ordinal < next.ordinal ? 'beyond' : undefined
}
