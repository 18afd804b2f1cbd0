import { REPORTS_PER_BODY, type ActivationReport, type ReportsBody, type VitalReport } from '@atalaia/contracts'
import type { Clock } from '../ports.ts'

/** Tells the gateway how the page fares, in batches. It never throws, never waits and never tries again. */
export type Reporter = {
  activation(report: ActivationReport): void
  vital(report: VitalReport): void
  /** Sends what is there now: the page may end. */
  flush(): void
}

export type ReporterOptions = {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly address: string
}

/** Milliseconds in which reports are gathered. */
const gathering = 2_000

/** Reports to `POST <address>`; one answer that says there is no such thing ends it for this page. */
export const createReporter = ({ fetch, clock, address }: ReporterOptions): Reporter => {
  let activations: ActivationReport[] = []
  let vitals: VitalReport[] = []
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
      if ([404, 405, 410].includes(response.status)) off = true
    } catch {
      // What cannot be reported is not worth a word: the person has other worries then.
    }
  }

  const flush = () => {
    cancel?.()
    cancel = undefined
    if (off || activations.length + vitals.length === 0) return
    void post({ activations, vitals })
    activations = []
    vitals = []
  }

  const added = () => {
    if (activations.length >= REPORTS_PER_BODY || vitals.length >= REPORTS_PER_BODY) return flush()
    cancel ??= clock.after(gathering, flush)
  }

  return {
    activation: (report) => {
      if (off) return
      activations.push(report)
      added()
    },
    vital: (report) => {
      if (off) return
      vitals.push(report)
      added()
    },
    flush,
  }
}

/** For a page that no gateway listens to. */
export const silentReporter: Reporter = { activation: () => {}, vital: () => {}, flush: () => {} }
