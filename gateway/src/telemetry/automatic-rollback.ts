import type { Move, Pointer } from '@atalaia/artifact'
import type { ActivationReport } from '@atalaia/contracts'
import { pickVersion } from '../registry/live-state.ts'
import type { Registry } from '../registry/registry.ts'
import type { Share } from '../registry/repository/records.ts'

/** A version is judged, and compared with, once this many have reported it. */
const MIN_SEEN = 20
/** A version may be bad when more than this share failed. */
const MAX_FAILED_SHARE = 0.05
/** The one-sided 1 % point of the normal distribution. */
const Z = 2.33
/** A promotion is taken back only if established browsers failed in this many networks; T-REPORT says why. */
export const ROLLBACK_NETWORKS = 10

/** The browser that reports an activation. At most `perNetwork` browsers count from one network. */
export type Reporter = {
  readonly browser: string
  readonly network: string
  /** The time at which the gateway gave the browser its id, in milliseconds since 1970. */
  readonly knownSince: number
  readonly perNetwork: number
}

export type Verdict =
  | { readonly status: 'kept' }
  /** Too many failed, which outsiders could have forged: nothing changes for browsers, and somebody has to look. */
  | { readonly status: 'held'; readonly why: string }
  | { readonly status: 'taken-back'; readonly why: string }

const KEPT: Verdict = { status: 'kept' }

/**
 * Whether a version fails too often, and more often than the version before. The two shares are compared by the
 * two-proportion z-test; without enough reports about the version before, the fixed share alone decides.
 */
export const isWorse = (now: Share, before: Share): boolean => {
  if (now.failed <= now.seen * MAX_FAILED_SHARE) return false
  if (before.seen < MIN_SEEN) return true
  const pooled = (now.failed + before.failed) / (now.seen + before.seen)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / now.seen + 1 / before.seen))
  return now.failed / now.seen - before.failed / before.seen > Z * error
}

/**
 * Counts a report for the newest promotion of its remote. When too many browsers fail, the promotion is held; when the
 * failures come from browsers and networks that outsiders do not have, it is taken back. A browser counts once for a
 * promotion, with the version that it was given. What a rollback brought back is neither held nor taken back.
 */
export const judgeActivation = async (
  registry: Registry,
  channel: string,
  { remote, version, outcome }: ActivationReport,
  { perNetwork, ...reporter }: Reporter,
): Promise<Verdict> => {
  const pointer = registry.live.current().pointers.find((one) => one.remote === remote && one.channel === channel)
  if (!pointer || pickVersion(pointer, reporter.browser) !== version) return KEPT
  // A slow network says nothing about the version.
  if (outcome === 'slow') return KEPT
  const failed = outcome === 'failed'
  const counted = await registry.observations.recordActivation(
    { move: pointer.move, version, failed, ...reporter },
    perNetwork,
  )
  return counted && failed && version === (pointer.candidate ?? pointer.version)
    ? judgePromotion(registry, pointer)
    : KEPT
}

const judgePromotion = async (registry: Registry, pointer: Pointer): Promise<Verdict> => {
  const { remote, channel, move } = pointer
  const history = (await registry.history(remote)).filter((one) => one.channel === channel)
  const [last] = history
  const version = last?.candidate ?? last?.version
  if (last?.id !== move || last.action === 'rollback' || !version) return KEPT
  const { evidence } = registry.observations
  const now = await evidence({ remote, channel, version, move })
  if (now.browsers.seen < MIN_SEEN) return KEPT
  const before = await evidence({ remote, channel, version: last.previous ?? '' })
  const why = `${now.browsers.failed} of ${now.browsers.seen} browsers could not bring up ${version}`
  const proven = now.established >= MIN_SEEN && now.networks.failed >= ROLLBACK_NETWORKS
  if (proven && !wasTakenBack(history, version) && isWorse(now.networks, before.networks)) {
    const result = await registry.rollback({ remote, channel, who: GATEWAY, why, onlyIf: move })
    return result.status === 'moved' ? { status: 'taken-back', why } : KEPT
  }
  if (pointer.held !== null || !isWorse(now.browsers, before.browsers)) return KEPT
  return (await registry.hold(move, why)) ? { status: 'held', why } : KEPT
}

const GATEWAY = 'gateway'

/** Whether the gateway took this version back before: somebody who knows has promoted it again since. */
const wasTakenBack = (history: readonly Move[], version: string): boolean =>
  history.some(({ action, who, previous }) => action === 'rollback' && who === GATEWAY && previous === version)
