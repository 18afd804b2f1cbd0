import type { Browser } from '@playwright/test'
import { SINGLE_BUNDLE } from '../opponents/opponents.ts'
import { blockedTime } from './blocked-time.ts'
import { SLOWDOWN, type Measured } from './goals.ts'
import { startRelay } from './relay.ts'
import type { Candidate, Stage } from './stage.ts'
import { visitAgain, type VisitsAgain } from './visit-again.ts'
import { DESKTOP, longWay, noNetwork, slowNetwork, visit, type Visit, type VisitOptions } from './visit.ts'

const OVER_BOTH = ['ours', SINGLE_BUNDLE]

export type MeasureOptions = {
  readonly candidates: readonly Candidate[]
  readonly visits: number
  readonly log: (line: string) => void
}

type Round = (candidate: Candidate) => Promise<Taken>
type Taken = Partial<Record<'fast' | 'slow' | 'desktop' | 'http1' | 'http2', Visit>> & {
  readonly again?: VisitsAgain
  readonly blocked?: number
}

/** Variants take turns, and each round starts with another: other load affects all alike. */
export const measure = async (stage: Stage, { candidates, visits, log }: MeasureOptions): Promise<Measured[]> => {
  const { browser, token } = stage
  const taken = new Map<string, Taken[]>(candidates.map(({ name }) => [name, []]))
  for (let round = 1; round <= visits; round += 1) {
    log(`  visit ${round} of ${visits} …`)
    const first = round % candidates.length
    const turn = [...candidates.slice(first), ...candidates.slice(0, first)]
    for (const step of steps(browser, token))
      for (const candidate of turn) taken.get(candidate.name)?.push(await step(candidate))
  }
  const measured: Measured[] = []
  for (const { name, url } of candidates) {
    const relay = await startRelay(url)
    const deep = await visit(browser, { url: relay.url, token, network: longWay, untilIdle: true })
    const all = taken.get(name) ?? []
    const of = <Kind extends keyof Taken>(kind: Kind) => all.flatMap((one) => one[kind] ?? [])
    measured.push({
      name,
      fast: of('fast'),
      slow: of('slow'),
      desktop: of('desktop'),
      http1: of('http1'),
      http2: of('http2'),
      again: of('again'),
      blocked: of('blocked'),
      deep,
      sent: relay.sent(),
    })
    relay.stop()
  }
  return measured
}

const steps = (browser: Browser, token: string): Round[] => {
  const look = (options: Omit<VisitOptions, 'token'>) => visit(browser, { ...options, token })
  /** The relay counts handshakes, unlike the browser's emulation. */
  const through = async (url: string) => {
    const relay = await startRelay(url, slowNetwork)
    try {
      return await look({ url: relay.url, network: noNetwork })
    } finally {
      relay.stop()
    }
  }
  const only =
    (names: readonly string[], round: Round): Round =>
    async (candidate) =>
      names.includes(candidate.name) ? round(candidate) : {}
  return [
    async ({ url }) => ({ fast: await look({ url, network: slowNetwork }) }),
    async ({ url }) => ({ slow: await look({ url, network: slowNetwork, slowdown: SLOWDOWN }) }),
    async ({ url }) => ({
      blocked: await blockedTime(browser, { url, token, network: slowNetwork, slowdown: SLOWDOWN }),
    }),
    async ({ url }) => ({ desktop: await look({ url, network: slowNetwork, screen: DESKTOP }) }),
    only(OVER_BOTH, async ({ url }) => ({ http1: await through(url) })),
    only(OVER_BOTH, async ({ secureUrl }) => ({ http2: await through(secureUrl) })),
    async (candidate) => ({ again: await visitAgain(browser, candidate, token) }),
  ]
}
