import type { AddressStep, FoundSource } from '@atalaia/contracts'
import type { CasesRepository, CaseTick } from './cases-repository.ts'
import { adviceOf } from '../../numbers/exposure/advice.ts'
import type { ExposureRepository, Monitored } from '../../numbers/exposure/exposure-repository.ts'

type Tick = Pick<CaseTick, 'step' | 'at' | 'by'>

/** The steps of an address that were done, for all of it and in single cases, and since when cases are open again. */
export type Ticks = {
  readonly ofAddress: readonly Tick[]
  readonly ofCases: readonly CaseTick[]
  /** By the name of the source. */
  readonly reopened: ReadonlyMap<string, string>
}
export type TickParts = {
  readonly exposures: Pick<ExposureRepository, 'sources' | 'passwords' | 'done'>
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

/** The instant from which the evidence of a case is known here; what was done before it has to be done again. */
const knownSince = ({ reopened }: Ticks, { fonte, aqui_desde: since }: FoundSource) =>
  later(since ?? '', reopened.get(fonte) ?? '')

const shown = (step: string, tick: Tick | undefined): AddressStep => ({
  passo: step,
  feito_em: tick?.at ?? null,
  por: tick?.by ?? null,
})

/** A step of a case is done once it was done there, or for the whole address (P-CASE-7). */
const tickOf = (ticks: Ticks, source: FoundSource, step: string): Tick | undefined => {
  const since = knownSince(ticks, source)
  const own = ticks.ofCases.find((tick) => tick.source === source.fonte && tick.step === step && tick.at >= since)
  return own ?? ticks.ofAddress.find((tick) => tick.step === step && tick.at >= since)
}

/** The checklist of a case: what to do about this source alone. */
export const caseChecklist = (ticks: Ticks, source: FoundSource): AddressStep[] =>
  adviceOf([source]).map((step) => shown(step, tickOf(ticks, source, step)))

/**
 * The checklist of an address. A step is done once it was done for the whole address, after the newest evidence of it came
 * (P-ADDRESS-7), or in each case that asks for it.
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
