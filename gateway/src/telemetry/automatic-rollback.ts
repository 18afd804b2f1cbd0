import type { Move, Pointer } from '@atalaia/artifact'
import { writeReason } from '@atalaia/artifact/rows'
import type { ActivationReport, CallsReport, ReleaseRemote, VitalReport } from '@atalaia/contracts'
import { isInAudience, NO_FACTS, type AudienceFacts } from '../registry/canary/audience.ts'
import { isWorse, MIN_SEEN, ROLLBACK_NETWORKS } from '../registry/canary/judge-promotion.ts'
import { measuresOf, type Measure } from '../registry/canary/measures.ts'
import { judgeRunningCanary } from '../registry/live-versions.ts'
import { pickVersion } from '../registry/live-state.ts'
import type { Registry } from '../registry/registry.ts'
import { knownPhase } from './metrics.ts'

/** A reporting browser. At most `perNetwork` browsers count per network. */
export type Reporter = {
  readonly browser: string
  readonly network: string
  readonly knownSince: number
  readonly perNetwork: number
  readonly facts?: AudienceFacts | undefined
}

export type Verdict =
  | { readonly status: 'kept' }
  /**
   * Too many failures, which outsiders could have forged: browsers keep the version, and a person
   * must look.
   */
  | { readonly status: 'held'; readonly why: string }
  | { readonly status: 'taken-back'; readonly why: string }

const KEPT: Verdict = { status: 'kept' }

/**
 * Counts a report for the newest promotion of its remote (M-ROLLBACK-1). Too many failures or
 * crashes hold it. Failures that outsiders cannot forge take it back. A browser counts once per
 * promotion. A version that a rollback brought back is exempt.
 */
export const judgeActivation = async (
  registry: Registry,
  channel: string,
  { remote, version, outcome, phase, shown }: ActivationReport,
  { perNetwork, facts = NO_FACTS, ...reporter }: Reporter,
): Promise<Verdict> => {
  const pointer = registry.live.current().pointers.find((one) => one.remote === remote && one.channel === channel)
  if (!pointer || pickVersion(pointer, { browser: reporter.browser, facts }) !== version) return KEPT
  // A slow network says nothing about the version (M-ROLLBACK-4).
  if (outcome === 'slow') return KEPT
  const crashed = outcome === 'failed' && shown === true
  const failed = outcome === 'failed' && !crashed
  const counted = await registry.observations.recordActivation(
    {
      move: pointer.move,
      version,
      failed,
      crashed,
      phase: knownPhase(phase ?? 'unknown'),
      inAudience: isInAudience(pointer.audience, facts),
      ...reporter,
    },
    perNetwork,
  )
  return counted && (failed || crashed) && version === (pointer.candidate ?? pointer.version)
    ? judgePromotion(registry, pointer)
    : KEPT
}

export type Measured = { readonly remote: string; readonly version: string; readonly measures: readonly Measure[] }

/** Measures per version in the reports of one page. */
export const measuredIn = (
  calls: readonly CallsReport[],
  vitals: readonly VitalReport[],
  remotes: readonly ReleaseRemote[],
): readonly Measured[] =>
  remotes
    .filter(({ override }) => override === undefined)
    .map(({ descriptor: { name: remote, version, routes } }) => ({
      remote,
      version,
      measures: measuresOf(
        calls.filter((call) => call.remote === remote && call.version === version),
        vitals.filter(({ route }) => routes.some(({ path }) => path === route)),
      ),
    }))
    .filter(({ measures }) => measures.length > 0)

/**
 * Counts measures while a canary runs. A worse canary is held; failures alone, with one vote per
 * network, take it back.
 */
export const judgeMeasures = async (
  registry: Registry,
  channel: string,
  { remote, version, measures }: Measured,
  { browser, network, perNetwork, facts = NO_FACTS }: Reporter,
): Promise<Verdict> => {
  const pointer = registry.live.current().pointers.find((one) => one.remote === remote && one.channel === channel)
  if (!pointer || pointer.candidate === null || !isInAudience(pointer.audience, facts)) return KEPT
  if (measures.length === 0 || pickVersion(pointer, { browser, facts }) !== version) return KEPT
  const record = { move: pointer.move, version, browser, network, measures }
  const counted = await registry.observations.recordMeasures(record, perNetwork)
  return counted && version === pointer.candidate && measures.some(({ bad }) => bad)
    ? judgePromotion(registry, pointer)
    : KEPT
}

const judgePromotion = async (registry: Registry, pointer: Pointer): Promise<Verdict> => {
  const { remote, channel, move } = pointer
  const history = (await registry.history(remote)).filter((one) => one.channel === channel)
  const [last] = history
  const version = last?.candidate ?? last?.version
  if (last?.id !== move || last.action === 'rollback' || !version) return KEPT
  const findings: Finding[] = []
  // What tells most comes first.
  const canary = await judgeRunningCanary(registry.observations.canaryReports, pointer)
  if (canary) {
    const { verdict, proven } = canary
    findings.push({ proven, suspected: verdict.status === 'worse', why: verdict.reason })
  }
  findings.push(...(await comparedWithBefore(registry, pointer, { version, previous: last.previous })))
  const proof = findings.find(({ proven }) => proven)
  if (proof && !wasTakenBack(history, version)) {
    const { why } = proof
    const result = await registry.rollback({ remote, channel, who: GATEWAY, why, onlyIf: move })
    return result.status === 'moved' ? { status: 'taken-back', why } : KEPT
  }
  const suspicion = findings.find(({ suspected }) => suspected)
  if (pointer.held !== null || !suspicion) return KEPT
  const { why } = suspicion
  return (await registry.hold(move, why)) ? { status: 'held', why } : KEPT
}

type Finding = {
  /** Enough for a rollback. */
  readonly proven: boolean
  /** Enough for a hold. */
  readonly suspected: boolean
  readonly why: string
}

/** Compares a version with its predecessor, by the rule for versions that run alone. */
const comparedWithBefore = async (
  { observations: { evidence } }: Registry,
  { remote, channel, move }: Pointer,
  { version, previous }: { readonly version: string; readonly previous: string | null },
): Promise<Finding[]> => {
  const now = await evidence({ remote, channel, version, move })
  const before = await evidence({ remote, channel, version: previous ?? '' })
  const isCounted = now.browsers.seen >= MIN_SEEN
  const isProven = now.established >= MIN_SEEN && now.networks.failed >= ROLLBACK_NETWORKS
  return [
    {
      proven: isCounted && isProven && isWorse(now.networks, before.networks),
      suspected: isCounted && isWorse(now.browsers, before.browsers),
      why: writeReason({ kind: 'failed', version, of: now.browsers }),
    },
    {
      // A crash may be one person's doing: somebody has to look (M-ROLLBACK-10).
      proven: false,
      suspected: isCounted && isWorse(now.crashes, before.crashes),
      why: writeReason({ kind: 'crashed', version, of: now.crashes }),
    },
  ]
}

/** M-ROLLBACK-5 */
const GATEWAY = 'gateway'

/**
 * True when the gateway took the version back before: a person promoted it again on purpose
 * (M-ROLLBACK-7).
 */
const wasTakenBack = (history: readonly Move[], version: string): boolean =>
  history.some(({ action, who, previous }) => action === 'rollback' && who === GATEWAY && previous === version)
