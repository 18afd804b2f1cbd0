import type { ActivationReport } from '@atalaia/contracts'
import { pickVersion } from '../registry/live-state.ts'
import type { Registry } from '../registry/registry.ts'

/** A promotion is judged once this many browsers have reported it. */
const MIN_BROWSERS = 20
/** A promotion is taken back when more than this share of the browsers failed. */
const MAX_FAILED_SHARE = 0.05

/** The browser that reports an activation. At most `perAddress` browsers count from one network address. */
export type Reporter = { readonly browser: string; readonly address: string; readonly perAddress: number }

export type Verdict = { readonly status: 'kept' } | { readonly status: 'taken-back'; readonly why: string }

const KEPT: Verdict = { status: 'kept' }

/**
 * Counts a report for the newest promotion of its remote, and takes the promotion back when too many browsers have
 * failed. A browser counts once for a promotion, and only if it was given that version. What a rollback itself brought
 * back is not taken back again.
 */
export const judgeActivation = async (
  registry: Registry,
  channel: string,
  { remote, version, outcome }: ActivationReport,
  { browser, address, perAddress }: Reporter,
): Promise<Verdict> => {
  const pointer = registry.live.current().pointers.find((one) => one.remote === remote && one.channel === channel)
  const newest = pointer && (pointer.candidate ?? pointer.version)
  if (!pointer || newest !== version || pickVersion(pointer, browser) !== version) return KEPT
  // A slow network says nothing about the version.
  if (outcome === 'slow') return KEPT
  const failed = outcome === 'failed'
  await registry.observations.recordActivation({ move: pointer.move, browser, address, failed }, perAddress)
  if (!failed) return KEPT
  const share = await registry.observations.activationShare(pointer.move)
  if (share.seen < MIN_BROWSERS || share.failed <= share.seen * MAX_FAILED_SHARE) return KEPT
  const why = `${share.failed} of ${share.seen} browsers could not bring up ${version}`
  const last = (await registry.history(remote)).find((move) => move.channel === channel)
  if (last?.id !== pointer.move || last.action === 'rollback') return KEPT
  const result = await registry.rollback({ remote, channel, who: 'gateway', why, onlyIf: pointer.move })
  return result.status === 'moved' ? { status: 'taken-back', why } : KEPT
}
