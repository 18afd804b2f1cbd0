import {
  CALLS_PER_REPORT,
  currentReleaseSchema,
  REPORTS_PER_BODY,
  type ActivationReport,
  type CallsReport,
  type ReportsBody,
  type Unsubscribe,
  type VitalReport,
} from '@atalaia/contracts'
import type { Ports } from './ports.ts'

/** Sends reports to the gateway in batches (M-REPORT-2). No function throws, waits or repeats. */
export type Reporter = {
  activation(report: ActivationReport): void
  vital(report: VitalReport): void
  /** Counts a version's API call. */
  call(remote: { readonly name: string; readonly version: string }, failed: boolean): void
  /** Sends gathered reports. Call it before the page may end. */
  flush(): void
}

export type ReporterOptions = Pick<Ports, 'fetch' | 'clock'> & {
  readonly address: string
  /** Trace of the page's load, for panels. */
  readonly trace?: string | undefined
  /** True while the page leaves: failures are not reported. Default: never (M-REPORT-11). */
  readonly isLeaving?: () => boolean
}

const BATCH_MS = 2_000

/** Statuses of a gateway without reports. */
const NO_SUCH_ADDRESS = [404, 405, 410]

/** Reports to `POST <address>`. Without support there, sends one request in a page (M-REPORT-3). */
export const createReporter = ({ fetch, clock, address, trace, isLeaving }: ReporterOptions): Reporter => {
  let activations: ActivationReport[] = []
  let vitals: VitalReport[] = []
  let calls: CallsReport[] = []
  let cancel: (() => void) | undefined
  let off = false

  const post = async (body: ReportsBody) => {
    try {
      const response = await fetch(address, {
        method: 'POST',
        // The request outlives the page.
        keepalive: true,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (NO_SUCH_ADDRESS.includes(response.status)) off = true
    } catch {
      // A page that cannot reach the gateway has failures that matter more than this one.
    }
  }

  const flush = () => {
    cancel?.()
    cancel = undefined
    if (off || activations.length + vitals.length + calls.length === 0) return
    void post({ activations, vitals, ...(calls.length > 0 && { calls }), ...(trace !== undefined && { trace }) })
    activations = []
    vitals = []
    calls = []
  }

  const added = () => {
    if (activations.length >= REPORTS_PER_BODY || vitals.length >= REPORTS_PER_BODY) return flush()
    cancel ??= clock.after(BATCH_MS, flush)
  }

  return {
    activation: (report) => {
      if (off || (report.outcome === 'failed' && isLeaving?.())) return
      activations.push(report)
      added()
    },
    vital: (report) => {
      if (off) return
      vitals.push(report)
      added()
    },
    call: ({ name: remote, version }, failed) => {
      if (off || (failed && isLeaving?.())) return
      const before = calls.find((one) => one.remote === remote && one.version === version)
      const one = { remote, version, made: (before?.made ?? 0) + 1, failed: (before?.failed ?? 0) + Number(failed) }
      if (before || calls.length < REPORTS_PER_BODY) calls = [...calls.filter((each) => each !== before), one]
      // Those that succeeded wait for the next report, or for the end of the page.
      if (one.made >= CALLS_PER_REPORT) flush()
      else if (failed) added()
    },
    flush,
  }
}

/** Does nothing, for gateways without reports. */
export const silentReporter: Reporter = { activation: () => {}, vital: () => {}, call: () => {}, flush: () => {} }

export type WatchOptions = Pick<Ports, 'fetch' | 'clock'> & {
  readonly id: string
  readonly address: string
  readonly isVisible: () => boolean
  readonly onVisible: (listener: () => void) => Unsubscribe
  /** Gets the id that a reload would bring; `undefined` for the page's own. */
  readonly onChange: (newer: string | undefined) => void
}

const INTERVAL_MS = 60_000

const MIN_INTERVAL_MS = 5_000

/**
 * Checks for newer releases every 60 s and when the page becomes visible (M-RELEASE-8). Hidden
 * pages send nothing. Returns a stop function.
 */
export const watchRelease = (options: WatchOptions): Unsubscribe => {
  const { id, clock, onChange } = options
  let newer: string | undefined
  let asked = clock.now()
  let ended = false

  const ask = async () => {
    asked = clock.now()
    const current = await currentRelease(options)
    const next = current === id ? undefined : current
    if (ended || current === undefined || next === newer) return
    newer = next
    onChange(next)
  }

  const later = (): Unsubscribe =>
    clock.after(INTERVAL_MS, () => {
      if (options.isVisible()) void ask()
      cancel = later()
    })
  let cancel = later()

  const unsubscribe = options.onVisible(() => {
    if (clock.now() - asked >= MIN_INTERVAL_MS) void ask()
  })
  return () => {
    ended = true
    cancel()
    unsubscribe()
  }
}

const currentRelease = async ({ fetch, address }: WatchOptions): Promise<string | undefined> => {
  try {
    const response = await fetch(address, { cache: 'no-store' })
    if (!response.ok) return undefined
    const parsed = currentReleaseSchema.safeParse(await response.json())
    return parsed.success ? parsed.data.id : undefined
  } catch {
    return undefined
  }
}

/** The trace id in a `Server-Timing` header or entry. */
export const traceIn = (told: unknown): string | undefined => /\b00-([\da-f]{32})-/.exec(String(told))?.[1]

export const traceOfEntry = (entry: PerformanceEntry | undefined): string | undefined =>
  entry && 'serverTiming' in entry ? traceIn(JSON.stringify(entry.serverTiming)) : undefined

/** The page load's trace. */
export const tracePage = (): string | undefined => traceOfEntry(performance.getEntriesByType?.('navigation')[0])
