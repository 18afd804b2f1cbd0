import { createDocumentWriter, type DocumentFacts } from '../documents/document-writer.ts'
import { REPORT_COLOURS } from './report-colours.ts'
import type { OrganisationFacts } from './report-facts.ts'
import { coverFacts, organisationName, periodText, writeDone, writeTrend } from './report-parts.ts'
import { countedAddresses, numberText, REPORT_TEXTS } from './report-text.ts'
import { LEVEL_COLOURS } from '../../base/brand-looks.ts'
import { writeSummary } from './report-summary.ts'
import { wordsFor } from './report-words.ts'

const LEVELS = ['critica', 'alta', 'media', 'baixa'] as const
const STATES = ['novo', 'em-andamento', 'tratado', 'nao-e-nosso', 'aceito'] as const

const figures = ({ numeros }: OrganisationFacts) => [
  {
    value: numberText(numeros.vazamentos),
    label: numeros.vazamentos === 1 ? 'vazamento' : 'vazamentos',
    note: `${numberText(numeros.vazamentos_abertos)} em aberto`,
    colour: REPORT_COLOURS.leaks,
  },
  {
    value: numberText(numeros.senhas),
    label: numeros.senhas === 1 ? 'senha vazada' : 'senhas vazadas',
    note: `${numberText(numeros.senhas_abertas)} em aberto`,
    colour: REPORT_COLOURS.passwords,
  },
  {
    value: numberText(numeros.com_vazamentos),
    label: numeros.com_vazamentos === 1 ? 'endereço com vazamentos' : 'endereços com vazamentos',
    note: `de ${numberText(numeros.enderecos)} monitorados`,
  },
]

export const renderOrganisationReport = (
  facts: OrganisationFacts,
  issue: Omit<DocumentFacts, 'title' | 'footer'>,
): Promise<Buffer> => {
  const name = organisationName(facts.organizacao)
  const title = `Relatório de vazamentos - ${name}, ${periodText(facts)}`
  const writer = createDocumentWriter({ ...issue, title, footer: `${REPORT_TEXTS.title}, ${name}` })
  const { gravidade, enderecos, outros, casos, numeros } = facts

  writer.cover({
    title: REPORT_TEXTS.title,
    subject: name,
    period: periodText(facts),
    facts: coverFacts(facts),
    figures: figures(facts),
  })
  writeSummary(writer, facts)
  writeTrend(writer, facts)

  writer.heading('Gravidade')
  writer.bars({
    alt: `Gráfico de barras. ${LEVELS.map((level) => `Gravidade ${wordsFor(level).toLowerCase()}: ${countedAddresses(gravidade[level])}`).join('; ')}.`,
    bars: LEVELS.map((level) => ({
      label: wordsFor(level),
      value: gravidade[level],
      text: countedAddresses(gravidade[level]),
      colour: LEVEL_COLOURS[level] ?? REPORT_COLOURS.leaks,
    })),
  })
  if (gravidade.julgados < numeros.com_vazamentos)
    writer.paragraph(`Dos ${numberText(gravidade.julgados)} endereços com mais vazamentos.`, 'muted')

  writer.heading('Casos')
  writer.paragraph('Um caso é um endereço numa fonte. Os números são os do dia da emissão.', 'muted')
  writer.table({
    columns: [
      { label: 'Estado', share: 3 },
      { label: 'Casos', share: 1, align: 'right' },
    ],
    rows: [
      ...STATES.map((state) => [wordsFor(state), numberText(casos[state])]),
      ['Todos', numberText(numeros.vazamentos)],
    ],
  })
  writeDone(writer, facts)

  writer.heading('Endereços')
  if (enderecos.length === 0) writer.paragraph('Nenhum endereço monitorado está em vazamentos conhecidos.')
  else {
    const others = [
      `Outros ${countedAddresses(outros.enderecos)}`,
      '',
      numberText(outros.vazamentos),
      '',
      numberText(outros.senhas),
    ]
    writer.table({
      columns: [
        { label: 'Endereço', share: 5 },
        { label: 'Gravidade', share: 2 },
        { label: 'Vazamentos', share: 2, align: 'right' },
        { label: 'Em aberto', share: 2, align: 'right' },
        { label: 'Senhas', share: 1.6, align: 'right' },
      ],
      rows: [
        ...enderecos.map(({ email, gravidade: level, vazamentos, abertos, senhas }) => [
          email,
          wordsFor(level),
          numberText(vazamentos),
          numberText(abertos),
          numberText(senhas),
        ]),
        ...(outros.enderecos > 0 ? [others] : []),
        [
          'Todos',
          '',
          numberText(numeros.vazamentos),
          numberText(numeros.vazamentos_abertos),
          numberText(numeros.senhas),
        ],
      ],
    })
  }
  writer.paragraph(REPORT_TEXTS.noPasswords, 'muted')
  return writer.end()
}
