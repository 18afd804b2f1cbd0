import { RETENTION, type RetentionBound, type RetentionName } from '@atalaia/contracts/retention'
import type { Database } from '@atalaia/database'
import { INSTALLATION } from '../../base/audit/audit-repository.ts'
import { recordActs } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import { createRetentionRepository } from './retention-repository.ts'

/**
 * Narrows the retention times that organisations may choose (P-PRIVACY-5); the number of those that had chosen otherwise. A bound removes
 * data of all, so the machine alone sets it. Throws on one that lies outside of the product's.
 */
export const boundRetention = async (
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  name: RetentionName,
  bound: RetentionBound,
): Promise<number> => {
  const { least, most } = RETENTION[name]
  const [from, to] = [bound.minimo ?? least, bound.maximo ?? most]
  if (from < least || to > most || from > to)
    throw new Error(`${from} to ${to} days: the bounds lie between ${least} and ${most}, the least first`)
  return database.transaction(async (tx) => {
    const retention = createRetentionRepository(tx)
    await retention.lockBounds()
    const before = { prazo: name, ...(await retention.bounds())[name] }
    await retention.setBound(name, bound)
    const outside = await retention.outside(name, bound)
    const act = { action: 'retention.bounded', actor: { kind: 'operator' }, at: clock(), before } as const
    const after = { prazo: name, ...bound }
    await recordActs(
      tx,
      [INSTALLATION, ...outside].map((id) => ({ organisationIds: [id], act: { ...act, after } })),
    )
    return outside.length
  })
}
