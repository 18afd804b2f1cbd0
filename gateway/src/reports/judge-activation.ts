import type { ActivationReport } from '@atalaia/contracts'
import { pickVersion } from '../registry/live-state.ts'
import type { Registry } from '../registry/registry.ts'

/** At least so many browsers must have been seen, and more than this share of them must have failed. */
export const SEEN = 20
export const SHARE = 0.05

export type Witness = { readonly browser: string; readonly address: string; readonly perAddress: number }

export type Verdict = { readonly status: 'kept' } | { readonly status: 'taken-back'; readonly why: string }

/**
 * Counts a report for the newest promotion of its remote, once for a browser and only when this browser was given
 * that version, and takes the promotion back when too many have failed.
 */
export const judgeActivation = async (
  registry: Registry,
  channel: string,
  { remote, version, outcome }: ActivationReport,
  { browser, address, perAddress }: Witness,
): Promise<Verdict> => {
  const pointer = registry.live.current().pointers.find((one) => one.remote === remote && one.channel === channel)
  const newest = pointer && (pointer.candidate ?? pointer.version)
  if (!pointer || newest !== version || pickVersion(pointer, browser) !== version) return { status: 'kept' }
  // A slow network says nothing about the version.
  if (outcome === 'slow') return { status: 'kept' }
  const failed = outcome === 'failed'
  await registry.observations.recordActivation({ move: pointer.move, browser, address, failed }, perAddress)
  if (!failed) return { status: 'kept' }
  const share = await registry.observations.activationShare(pointer.move)
  if (share.seen < SEEN || share.failed <= share.seen * SHARE) return { status: 'kept' }
  const why = `${share.failed} of ${share.seen} browsers could not bring up ${version}`
  const last = (await registry.history(remote)).find(({ channel: on }) => on === channel)
  // What was itself brought back by a rollback is not taken back again.
  if (last?.id !== pointer.move || last.action === 'rollback') return { status: 'kept' }
  const result = await registry.rollback({ remote, channel, who: 'gateway', why, onlyIf: pointer.move })
  return result.status === 'moved' ? { status: 'taken-back', why } : { status: 'kept' }
}
