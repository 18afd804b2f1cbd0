// The reasons that a gateway gives for what it does by itself. They are kept, and shown by the command line, as English
// sentences; who shows them in another language reads their kind and figures from the sentence.

const ENDS = {
  unknown: 'the reports of one of them are too few to compare',
  unclear: 'it may fail more often, and more reports have to tell',
  fine: 'no sign that it fails more often',
  worse: 'more often',
} as const

const DID = {
  failures: 'failed',
  calls: 'had failed calls',
  lcp: 'painted late',
  cls: 'shifted its page',
  inp: 'answered late',
} as const

type Failures = { readonly seen: number; readonly failed: number }
type VersionFailures = Failures & { readonly version: string; readonly low: number; readonly high: number }

export type VerdictReason = {
  readonly kind: 'verdict'
  readonly status: keyof typeof ENDS
  readonly canary: VersionFailures
  readonly stable: VersionFailures
  /** Default: failures. */
  readonly metric?: keyof typeof DID | undefined
  readonly phase?: { readonly name: string; readonly failed: number } | undefined
  readonly times?: number | undefined
}

export type GatewayReason =
  | VerdictReason
  /**
   * Browsers that could not start a version (`failed`), or saw its screen crash, among reporting
   * browsers.
   */
  | { readonly kind: 'failed' | 'crashed'; readonly version: string; readonly of: Failures }
  | { readonly kind: 'step'; readonly step: number; readonly steps: number; readonly because: GatewayReason | string }
  | { readonly kind: 'frozen'; readonly name: string; readonly until: string }
  | { readonly kind: 'alone' }

/** History name of a rollout's moves; the starter's name follows. */
export const ROLLOUT_OF = 'gateway, rollout of '

const ALONE = 'no other version is there to compare with'
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const rateText = ({ version, seen, failed, low, high }: VersionFailures, did: string) =>
  `${version} ${did} in ${failed} of ${seen} browsers (${percent(low)} to ${percent(high)})`

export const writeReason = (reason: GatewayReason): string => {
  switch (reason.kind) {
    case 'verdict': {
      const { status, canary, stable, phase, times, metric = 'failures' } = reason
      const did = DID[metric]
      const where = phase ? `, in the phase ${phase.name} ${phase.failed} times` : ''
      const end = times === undefined ? ENDS[status] : `at least ${times.toFixed(1)} times as often`
      return `${rateText(canary, did)}${where}, and ${rateText(stable, did)} over the same time: ${end}`
    }
    case 'failed':
      return `${reason.of.failed} of ${reason.of.seen} browsers could not bring up ${reason.version}`
    case 'crashed':
      return `${reason.of.failed} of ${reason.of.seen} browsers saw a screen of ${reason.version} crash`
    case 'step': {
      const { step, steps, because } = reason
      return `step ${step} of ${steps}: ${typeof because === 'string' ? because : writeReason(because)}`
    }
    case 'frozen':
      return `frozen by "${reason.name}" until ${reason.until}`
    case 'alone':
      return ALONE
  }
}

const RATE = String.raw`(\S+) (${Object.values(DID).join('|')}) in (\d+) of (\d+) browsers \((\d+\.\d) % to (\d+\.\d) %\)`
const VERDICT = new RegExp(
  `^${RATE}(?:, in the phase (\\D{1,40}) (\\d+) times)?, and ${RATE} over the same time: (.+)$`,
)
const BROWSERS = /^(\d+) of (\d+) browsers (could not bring up|saw a screen of) (\S+)( crash)?$/
const STEP = /^step (\d+) of (\d+): (.+)$/s
const FROZEN = /^frozen by "(.{1,200})" until (\S+)$/
const TIMES = /^at least (\d+\.\d) times as often$/

/** The reason in a sentence of {@link writeReason}; `undefined` for any other text. */
export const readReason = (text: string): GatewayReason | undefined => {
  if (text === ALONE) return { kind: 'alone' }
  const [, step, steps, because] = STEP.exec(text) ?? []
  if (because !== undefined)
    return { kind: 'step', step: Number(step), steps: Number(steps), because: readReason(because) ?? because }
  const [, name, until = ''] = FROZEN.exec(text) ?? []
  if (name !== undefined) return { kind: 'frozen', name, until }
  const [, failed, seen, verb, version = ''] = BROWSERS.exec(text) ?? []
  if (verb !== undefined) {
    const kind = verb === 'could not bring up' ? 'failed' : 'crashed'
    return { kind, version, of: { failed: Number(failed), seen: Number(seen) } }
  }
  return readVerdict(text)
}

const readVerdict = (text: string): VerdictReason | undefined => {
  const [, ...groups] = VERDICT.exec(text) ?? []
  const [end = ''] = groups.slice(-1)
  const [, times] = TIMES.exec(end) ?? []
  const status = times === undefined ? statusOf(end) : 'worse'
  if (!status) return undefined
  const [name, failed] = groups.slice(6, 8)
  const metric = METRICS.find((one) => DID[one] === groups[1])
  return {
    kind: 'verdict',
    status,
    canary: rateOf(groups.slice(0, 6)),
    stable: rateOf(groups.slice(8, 14)),
    ...(metric !== undefined && metric !== 'failures' && { metric }),
    ...(name !== undefined && { phase: { name, failed: Number(failed) } }),
    ...(times !== undefined && { times: Number(times) }),
  }
}

const STATUSES = ['unknown', 'unclear', 'fine', 'worse'] as const
const statusOf = (end: string) => STATUSES.find((status) => ENDS[status] === end)

const METRICS = ['failures', 'calls', 'lcp', 'cls', 'inp'] as const

const rateOf = ([version = '', _did, failed, seen, low, high]: readonly (string | undefined)[]) => ({
  version,
  seen: Number(seen),
  failed: Number(failed),
  low: Number(low) / 100,
  high: Number(high) / 100,
})
