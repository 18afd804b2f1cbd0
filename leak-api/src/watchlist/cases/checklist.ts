import type { AddressStep, FoundSource } from '@atalaia/contracts'
import type { CasesRepository, CaseTick } from './cases-repository.ts'
import { adviceOf } from '../../numbers/exposure/advice.ts'
import type { ExposureRepository, Monitored } from '../../numbers/exposure/exposure-repository.ts'

type Tick = Pick<CaseTick, 'step' | 'at' | 'by'>

export type Ticks = {
  readonly ofAddress: readonly Tick[]
  readonly ofCases: readonly CaseTick[]
  /** By source name. */
  readonly reopened: ReadonlyMap<string, string>
}
export type TickParts = {
  readonly exposures: Pick<ExposureRepository, 'known' | 'done'>
  readonly cases: Pick<CasesRepository, 'ofAddress' | 'ticks'>
}

export const readTicks = async ({ exposures, cases }: TickParts, monitored: Monitored): Promise<Ticks> => ({
  ofAddress: await exposures.done(monitored),
  ofCases: await cases.ticks(monitored.id),
  reopened: new Map(
    (await cases.ofAddress(monitored.id)).flatMap(({ source, reopenedAt }) =>
      reopenedAt === null ? [] : [[source, reopenedAt]],
    ),
  ),
})

const later = (one: string, other: string) => (one > other ? one : other)

/** Steps done before this instant count no longer. */
const knownSince = ({ reopened }: Ticks, { fonte, aqui_desde: since }: FoundSource) =>
  later(since ?? '', reopened.get(fonte) ?? '')

const shown = (step: string, tick: Tick | undefined): AddressStep => ({
  passo: step,
  feito_em: tick?.at ?? null,
  por: tick?.by ?? null,
})

/** Done in the case, or for the whole address (P-CASE-7). */
const tickOf = (ticks: Ticks, source: FoundSource, step: string): Tick | undefined => {
  const since = knownSince(ticks, source)
  const own = ticks.ofCases.find((tick) => tick.source === source.fonte && tick.step === step && tick.at >= since)
  return own ?? ticks.ofAddress.find((tick) => tick.step === step && tick.at >= since)
}

export const caseChecklist = (ticks: Ticks, source: FoundSource): AddressStep[] =>
  adviceOf([source]).map((step) => shown(step, tickOf(ticks, source, step)))

/**
 * A step is done for the whole address after its newest evidence (P-ADDRESS-7), or in each case
 * that needs it.
 */
export const addressChecklist = (ticks: Ticks, sources: readonly FoundSource[]): AddressStep[] => {
  const newest = sources.map((source) => knownSince(ticks, source)).reduce(later, '')
  return adviceOf(sources).map((step) => {
    const whole = ticks.ofAddress.find((tick) => tick.step === step && tick.at >= newest)
    if (whole !== undefined) return shown(step, whole)
    const asking = sources.filter((source) => adviceOf([source]).includes(step))
    const done = asking.flatMap((source) => tickOf(ticks, source, step) ?? [])
    const last = done.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
    return shown(step, done.length === asking.length ? last : undefined)
  })
}
