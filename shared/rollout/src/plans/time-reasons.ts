import type { Frozen, Reason, Warning } from '@atalaia/artifact'
import { writeReason } from '@atalaia/artifact/rows'
import type { Queryable } from '@atalaia/database'
import { FROZEN } from '../steps/rollouts.ts'
import { frozenAt } from './freezes.ts'
import { listApprovals, listFreezes, readNow } from './rules-repository.ts'

/** The gate's reason against a promotion in a freeze (M-FREEZE-2). */
const frozenReason = ({ name, until }: Frozen): Reason => ({
  code: FROZEN,
  message: writeReason({ kind: 'frozen', name, until }),
})

/** The reasons of freezes against a promotion at an instant, by default now. */
export const freezeReasons = async (db: Queryable, remote: string, at?: Date): Promise<Reason[]> => {
  const frozen = frozenAt(await listFreezes(db), remote, at ?? (await readNow(db)))
  return frozen ? [frozenReason(frozen)] : []
}

/**
 * Remarks about a promotion, whatever is promoted: a freeze that holds, and another person's approval (M-PUBLISH-13).
 */
export const timeWarnings = async (db: Queryable, remote: string, channel: string): Promise<Warning[]> => {
  const frozen = await freezeReasons(db, remote)
  const rule = (await listApprovals(db, remote)).find((one) => one.channel === channel)
  const hours = (rule?.within ?? 0) / 3_600_000
  const message = `another person has to approve promotions on ${channel}, within ${hours} h`
  return [
    ...frozen.map((reason) => ({ ...reason, stops: true })),
    ...(rule ? [{ code: 'approval', message, stops: false }] : []),
  ]
}
