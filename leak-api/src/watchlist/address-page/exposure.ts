import { saoPauloDay, type AddressStep, type Exposure, type FoundSource } from '@atalaia/contracts'
import type { SummaryRepository } from '../../numbers/summary-repository.ts'
import { addressChecklist, readTicks, type TickParts } from '../cases/checklist.ts'
import type { Known, Monitored, SourceRow } from '../../numbers/exposure/exposure-repository.ts'
import { isNewSince } from '../../numbers/visits.ts'
import { greatestSeverity, severityOf } from '../../numbers/severity/severity.ts'

const MAX_PASSWORDS = 200

type Parts = TickParts & { readonly summary: Pick<SummaryRepository, 'coverage'> }

const foundSource = (row: SourceRow, today: string): FoundSource => ({
  fonte: row.source,
  titulo: row.title,
  descricao: row.description,
  dia: row.day,
  ...(!row.dayTold && { dia_informado: false }),
  visto_por_ultimo: row.lastSeen ?? row.day,
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

const checklist = async (
  { exposures, cases }: Pick<Parts, 'exposures' | 'cases'>,
  monitored: Monitored,
  sources: readonly FoundSource[],
): Promise<AddressStep[]> => addressChecklist(await readTicks({ exposures, cases }, monitored), sources)

export const sourcesOf = async (
  { exposures }: Pick<Parts, 'exposures'>,
  organisationId: string,
  monitored: Monitored,
  now: Date,
): Promise<FoundSource[]> => {
  const today = saoPauloDay(now)
  return (await exposures.known(organisationId, monitored)).sources.map((row) => foundSource(row, today))
}

/** P-ADDRESS-4 */
const firstPasswords = (passwords: Known['passwords']): Exposure['senhas'] =>
  passwords
    .flatMap(({ sources, day, times }) =>
      Array.from({ length: Math.min(times, MAX_PASSWORDS) }, () => ({ fontes: sources, dia: day })),
    )
    .slice(0, MAX_PASSWORDS)

export type Moment = {
  readonly now: Date
  readonly since: string | null
}

export const readExposure = async (
  { exposures, cases, summary }: Parts,
  organisationId: string,
  monitored: Monitored,
  { now, since }: Moment,
): Promise<Exposure> => {
  // One after the other: a call takes one connection of the pool.
  const today = saoPauloDay(now)
  const { sources, passwords } = await exposures.known(organisationId, monitored)
  const fontes = sources.map((row) => ({
    ...foundSource(row, today),
    ...(isNewSince(since, row.knownAt, monitored.toldSince) && { novo: true }),
  }))
  return {
    id: monitored.id,
    email: monitored.address,
    adicionado_em: monitored.addedAt,
    numero_vazamentos: fontes.length,
    numero_senhas: passwords.reduce((sum, { times }) => sum + times, 0),
    gravidade: greatestSeverity(fontes.map(({ gravidade }) => gravidade)),
    fontes,
    senhas: firstPasswords(passwords),
    passos: await checklist({ exposures, cases }, monitored, fontes),
    cobertura: await summary.coverage(organisationId),
  }
}

export const readSteps = async (
  { exposures, cases }: TickParts,
  organisationId: string,
  monitored: Monitored,
  now: Date,
): Promise<AddressStep[]> =>
  checklist({ exposures, cases }, monitored, await sourcesOf({ exposures }, organisationId, monitored, now))
