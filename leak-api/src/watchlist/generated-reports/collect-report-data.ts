import { saoPauloDay, type Analysis } from '@atalaia/contracts'
import { CLOSED_STATES } from '@atalaia/contracts/cases'
import type { Queryable } from '@atalaia/database'
import { judgeAddresses } from '../../numbers/severity/evidence-repository.ts'
import { createCasesRepository } from '../cases/cases-repository.ts'
import { createExposureRepository } from '../../numbers/exposure/exposure-repository.ts'
import { readExposure } from '../address-page/exposure.ts'
import { createAnalysisRepository } from '../../numbers/analysis-repository.ts'
import { createSummaryRepository } from '../../numbers/summary-repository.ts'
import { createFactsRepository, type AddressNumbers, type Period } from './facts-repository.ts'
import type { AddressFacts, OrganisationFacts, TrendFact } from '../reports/report-facts.ts'

export type Asked = {
  readonly organisationId: string
  readonly occasion: 'pedido' | 'mensal'
  readonly period: Period
  readonly at: Date
}

/** Addresses with a severity, per look-up, and in the table (P-REPORT-4). */
const [MAX_JUDGED, AT_ONCE, MAX_LISTED] = [1000, 250, 100]
const MAX_SOURCES = 100

const trendOf = (analyses: readonly Analysis[], { to }: Period): TrendFact => {
  const days = new Map<string, Analysis>()
  for (const run of analyses) if (run.data_analise <= to) days.set(run.data_analise, run)
  return [...days.values()].map(({ data_analise: dia, total_vazamentos: vazamentos, total_senhas: senhas }) => ({
    dia,
    vazamentos,
    senhas,
  }))
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)

const doneIn = async (database: Queryable, { organisationId, period }: Asked, monitoredId?: string) => {
  const done = await createFactsRepository(database).done(organisationId, period, monitoredId)
  return {
    feito: done.map(({ dia, email, fonte, estado }) => ({ dia, email, fonte, estado })),
    feitos: done[0]?.total ?? 0,
  }
}

const severities = async (database: Queryable, { organisationId, at }: Asked, addresses: readonly AddressNumbers[]) => {
  const judged = []
  for (let start = 0; start < addresses.length; start += AT_ONCE) {
    const some = addresses.slice(start, start + AT_ONCE)
    const ids = some.map(({ id }) => id)
    const judge = await judgeAddresses(database, { organisationId, ids, today: saoPauloDay(at) })
    judged.push(...some.map((one) => ({ ...one, severity: judge(one.id).severity })))
  }
  return judged.toSorted((one, other) => other.severity.pontos - one.severity.pontos || other.leaks - one.leaks)
}

/** By the dashboard's counts (P-REPORT-3). Call under the organisation's lock, so that numbers agree. */
export const collectOrganisationData = async (
  database: Queryable,
  asked: Asked,
): Promise<OrganisationFacts | undefined> => {
  const { organisationId, occasion, period, at } = asked
  const facts = createFactsRepository(database)
  const named = await facts.organisation(organisationId)
  if (named === undefined) return undefined
  const tenant = { organisationId, rows: 'all' } as const
  const summary = createSummaryRepository(database)
  const { total_vazamentos: all, em_aberto: open = all } = await summary.numbers(tenant, { open: true })
  const judged = await severities(database, asked, await facts.leaking(organisationId, MAX_JUDGED))
  const ofLevel = (level: string) => judged.filter(({ severity }) => severity.nivel === level).length
  const listed = judged.slice(0, MAX_LISTED)
  const touched = await facts.touchedCases(organisationId)
  const cases = (state: string) =>
    sum(
      touched.filter((row) => row.state === state),
      (row) => row.cases,
    )
  return {
    tipo: 'organizacao',
    motivo: occasion,
    organizacao: named.name,
    de: period.from,
    ate: period.to,
    emitido_em: at.toISOString(),
    numeros: {
      enderecos: named.addresses,
      com_vazamentos: named.leaking,
      vazamentos: all.numero_vazamentos,
      senhas: all.numero_senhas_vazadas,
      vazamentos_abertos: open.numero_vazamentos,
      senhas_abertas: open.numero_senhas_vazadas,
    },
    gravidade: {
      julgados: judged.length,
      critica: ofLevel('critica'),
      alta: ofLevel('alta'),
      media: ofLevel('media'),
      baixa: ofLevel('baixa'),
    },
    enderecos: listed.map(({ email, leaks, open: abertos, passwords, severity }) => ({
      email,
      vazamentos: leaks,
      abertos,
      senhas: passwords,
      gravidade: severity.nivel,
    })),
    outros: {
      enderecos: named.leaking - listed.length,
      vazamentos: all.numero_vazamentos - sum(listed, ({ leaks }) => leaks),
      senhas: all.numero_senhas_vazadas - sum(listed, ({ passwords }) => passwords),
    },
    casos: {
      novo: all.numero_vazamentos - sum(touched, (row) => row.cases) + cases('novo'),
      'em-andamento': cases('em-andamento'),
      tratado: cases('tratado'),
      'nao-e-nosso': cases('nao-e-nosso'),
      aceito: cases('aceito'),
    },
    evolucao: trendOf(await createAnalysisRepository(database).list(tenant, period.from), period),
    ...(await doneIn(database, asked)),
    cobertura: await summary.coverage(organisationId),
  }
}

/** `undefined`: the organisation does not watch it. */
export const collectAddressData = async (
  database: Queryable,
  asked: Asked,
  monitoredId: string,
): Promise<AddressFacts | undefined> => {
  const { organisationId, occasion, period, at } = asked
  const exposures = createExposureRepository(database)
  const monitored = await exposures.find(organisationId, monitoredId)
  const named = await createFactsRepository(database).organisation(organisationId)
  if (monitored?.watched !== true || named === undefined) return undefined
  const cases = createCasesRepository(database)
  const summary = createSummaryRepository(database)
  const found = await readExposure({ exposures, cases, summary }, organisationId, monitored, {
    now: at,
    since: null,
  })
  const states = new Map((await cases.ofAddress(monitored.id)).map(({ source, state }) => [source, state]))
  const isOpen = (source: string) => !CLOSED_STATES.includes(states.get(source) ?? 'novo')
  const rows = { addresses: [monitored.address], domains: [] }
  const runs = await createAnalysisRepository(database).list({ organisationId, rows }, period.from)
  return {
    tipo: 'endereco',
    motivo: occasion,
    organizacao: named.name,
    email: monitored.address,
    de: period.from,
    ate: period.to,
    emitido_em: at.toISOString(),
    numeros: {
      vazamentos: found.numero_vazamentos,
      senhas: found.numero_senhas,
      abertos: found.fontes.filter(({ fonte }) => isOpen(fonte)).length,
    },
    gravidade: {
      nivel: found.gravidade.nivel,
      motivos: found.gravidade.motivos.map(({ motivo }) => motivo),
    },
    fontes: found.fontes.slice(0, MAX_SOURCES).map((one) => ({
      fonte: one.titulo ?? one.fonte,
      dia: one.dia,
      ...(one.dia_informado === false && { dia_informado: false }),
      visto: one.visto_por_ultimo,
      dados: one.dados,
      senhas: one.numero_senhas,
      hashes: one.numero_hashes,
      gravidade: one.gravidade.nivel,
      caso: states.get(one.fonte) ?? 'novo',
    })),
    passos: found.passos.map(({ passo, feito_em }) => ({ passo, feito_em })),
    evolucao: trendOf(runs, period),
    ...(await doneIn(database, asked, monitored.id)),
    cobertura: await summary.coverage(organisationId),
  }
}
