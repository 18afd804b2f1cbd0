import { saoPauloDay, type AddressStep, type Exposure, type FoundSource } from '@atalaia/contracts'
import type { SummaryRepository } from '../numbers/summary-repository.ts'
import { adviceOf } from './advice.ts'
import type { ExposureRepository, Monitored, SourceRow } from './exposure-repository.ts'
import { greatestSeverity, severityOf } from './severity.ts'

type Parts = { readonly exposures: ExposureRepository; readonly summary: Pick<SummaryRepository, 'coverage'> }

const foundSource = (row: SourceRow, today: string): FoundSource => ({
  fonte: row.source,
  titulo: row.title,
  descricao: row.description,
  dia: row.day,
  visto_por_ultimo: row.lastSeen,
  publico_em: row.knownOn,
  aqui_desde: row.since,
  tipo: row.kind,
  site: row.site,
  sites: row.websites,
  numero_sites: row.websiteCount,
  dados: row.kinds,
  verificada: row.verified,
  numero_senhas: row.passwords,
  numero_hashes: row.hashes,
  hashes: row.secrets.filter((secret) => secret !== 'plain'),
  maquinas: row.machines,
  senhas_repetidas: row.repeated,
  gravidade: severityOf({ ...row, repeated: row.repeated > 0 }, today),
})

/**
 * The checklist of an address. A step that was done before the newest evidence came has to be done again (P-ADDRESS-7).
 */
const checklist = async (
  exposures: ExposureRepository,
  monitored: Monitored,
  sources: readonly FoundSource[],
): Promise<AddressStep[]> => {
  const newest = sources.reduce((last, { aqui_desde: since }) => (since !== null && since > last ? since : last), '')
  const done = new Map((await exposures.done(monitored)).map((each) => [each.step, each]))
  return adviceOf(sources).map((step) => {
    const noted = done.get(step)
    const counts = noted !== undefined && noted.at >= newest
    return { passo: step, feito_em: counts ? noted.at : null, por: counts ? noted.by : null }
  })
}

const sourcesOf = async (
  { exposures }: Pick<Parts, 'exposures'>,
  organisationId: string,
  monitored: Monitored,
  now: Date,
): Promise<FoundSource[]> => {
  const today = saoPauloDay(now)
  return (await exposures.sources(organisationId, monitored)).map((row) => foundSource(row, today))
}

/** All that an organisation can know of one of its addresses at the instant `now`. */
export const readExposure = async (
  { exposures, summary }: Parts,
  organisationId: string,
  monitored: Monitored,
  now: Date,
): Promise<Exposure> => {
  // One after the other: a call takes one connection of the pool.
  const fontes = await sourcesOf({ exposures }, organisationId, monitored, now)
  const passwords = await exposures.passwords(organisationId, monitored)
  return {
    id: monitored.id,
    email: monitored.address,
    adicionado_em: monitored.addedAt,
    numero_vazamentos: fontes.length,
    numero_senhas: passwords[0]?.total ?? 0,
    gravidade: greatestSeverity(fontes.map(({ gravidade }) => gravidade)),
    fontes,
    senhas: passwords.map(({ sources, day }) => ({ fontes: sources, dia: day })),
    passos: await checklist(exposures, monitored, fontes),
    cobertura: await summary.coverage(organisationId),
  }
}

/** The checklist alone. */
export const readSteps = async (
  { exposures }: Pick<Parts, 'exposures'>,
  organisationId: string,
  monitored: Monitored,
  now: Date,
): Promise<AddressStep[]> =>
  checklist(exposures, monitored, await sourcesOf({ exposures }, organisationId, monitored, now))
