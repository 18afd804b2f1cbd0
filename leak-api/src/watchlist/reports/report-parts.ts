import type { DocumentWriter } from '../documents/document-writer.ts'
import { REPORT_COLOURS } from './report-colours.ts'
import type { ReportFacts, TrendFact } from './report-facts.ts'
import { countedLeaks, countedPasswords, dayText, instantText, shortDay } from './report-text.ts'
import { wordsFor } from './report-words.ts'

/** '1 a 31 de outubro de 2026'. */
export const periodText = ({ de, ate }: Pick<ReportFacts, 'de' | 'ate'>): string => `${dayText(de)} a ${dayText(ate)}`

/** The name by which a report calls its organisation. Reports from before there was a name for each may have ''. */
export const organisationName = (name: string): string => (name === '' ? 'Nossa organização' : name)

/** P-REPORT-3 */
export const coverFacts = ({ motivo, emitido_em, cobertura }: ReportFacts): [string, string][] => [
  ['Emitido em', instantText(emitido_em)],
  ['Motivo', motivo === 'mensal' ? 'Relatório mensal' : 'Pedido no painel'],
  ['Fontes consultadas', String(cobertura.fontes)],
  [
    'Última atualização',
    cobertura.atualizado_em === undefined ? 'ainda nenhuma' : instantText(cobertura.atualizado_em),
  ],
]

type Day = TrendFact[number]
const dayNumbers = ({ dia, vazamentos, senhas }: Day) =>
  `em ${dayText(dia)}, ${countedLeaks(vazamentos)} e ${countedPasswords(senhas)}`

const trendText = (trend: TrendFact) => {
  const [first, last] = [trend[0], trend.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (first === last) return `Gráfico de linhas, de um dia só: ${dayNumbers(first)}.`
  const most = trend.reduce((highest, day) => (day.vazamentos > highest.vazamentos ? day : highest))
  const isInside = most.vazamentos > Math.max(first.vazamentos, last.vazamentos)
  const peak = isInside ? `; no máximo ${countedLeaks(most.vazamentos)}, em ${dayText(most.dia)}` : ''
  return `Gráfico de linhas: no começo, ${dayNumbers(first)}; no fim, ${dayNumbers(last)}${peak}.`
}

export const writeTrend = (writer: DocumentWriter, { evolucao }: ReportFacts): void => {
  writer.heading('Evolução no período')
  if (evolucao.length === 0) {
    writer.paragraph('Ainda não há análises neste período.')
    return
  }
  writer.lineChart({
    alt: trendText(evolucao),
    days: evolucao.map(({ dia }) => dia),
    dayLabel: shortDay,
    series: [
      {
        label: 'Vazamentos',
        colour: REPORT_COLOURS.leaks,
        dashed: false,
        values: evolucao.map((day) => day.vazamentos),
      },
      { label: 'Senhas', colour: REPORT_COLOURS.passwords, dashed: true, values: evolucao.map((day) => day.senhas) },
    ],
  })
}

/** Without people (P-REPORT-5). */
export const writeDone = (writer: DocumentWriter, { feito, feitos, tipo }: ReportFacts): void => {
  writer.heading('O que foi feito no período')
  if (feito.length === 0) {
    writer.paragraph('Nenhum caso mudou de estado neste período.')
    return
  }
  const withAddress = tipo === 'organizacao'
  writer.table({
    columns: [
      { label: 'Dia', share: 2 },
      ...(withAddress ? [{ label: 'Endereço', share: 5 }] : []),
      { label: 'Fonte', share: 4 },
      { label: 'Passou a', share: 2.4 },
    ],
    rows: feito.map(({ dia, email, fonte, estado }) => [
      shortDay(dia),
      ...(withAddress ? [email] : []),
      fonte,
      wordsFor(estado),
    ]),
  })
  if (feitos > feito.length)
    writer.paragraph(`Estas são as últimas ${feito.length} mudanças, de ${feitos} no período.`, 'muted')
}
