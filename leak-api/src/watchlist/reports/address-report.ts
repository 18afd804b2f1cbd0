import { createDocumentWriter, type DocumentFacts } from '../documents/document-writer.ts'
import { REPORT_COLOURS } from './report-colours.ts'
import type { AddressFacts } from './report-facts.ts'
import { coverFacts, organisationName, periodText, writeDone, writeTrend } from './report-parts.ts'
import { instantText, numberText, REPORT_TEXTS, shortDay } from './report-text.ts'
import { LEVEL_COLOURS } from '../../base/brand-looks.ts'
import { wordsFor } from './report-words.ts'

const secrets = ({ senhas, hashes }: AddressFacts['fontes'][number]) =>
  [senhas > 0 ? `${numberText(senhas)} em claro` : '', hashes > 0 ? `${numberText(hashes)} como hash` : '']
    .filter(Boolean)
    .join(', ')

export const renderAddressReport = (
  facts: AddressFacts,
  issue: Omit<DocumentFacts, 'title' | 'footer'>,
): Promise<Buffer> => {
  const title = `Relatório de vazamentos - ${facts.email}, ${periodText(facts)}`
  const writer = createDocumentWriter({ ...issue, title, footer: facts.email })
  const { numeros, gravidade, fontes, passos } = facts

  writer.cover({
    title: REPORT_TEXTS.title,
    subject: facts.email,
    period: periodText(facts),
    facts: [['Organização', organisationName(facts.organizacao)], ...coverFacts(facts)],
    figures: [
      {
        value: numberText(numeros.vazamentos),
        label: numeros.vazamentos === 1 ? 'vazamento' : 'vazamentos',
        note: `${numberText(numeros.abertos)} em aberto`,
        colour: REPORT_COLOURS.leaks,
      },
      {
        value: numberText(numeros.senhas),
        label: numeros.senhas === 1 ? 'senha vazada' : 'senhas vazadas',
        colour: REPORT_COLOURS.passwords,
      },
      {
        value: wordsFor(gravidade.nivel),
        label: 'gravidade',
        ...(LEVEL_COLOURS[gravidade.nivel] !== undefined && { colour: LEVEL_COLOURS[gravidade.nivel] ?? '' }),
      },
    ],
  })
  writer.heading('Gravidade')
  writer.paragraph(`${wordsFor(gravidade.nivel)}${gravidade.motivos.length > 0 ? ', porque:' : '.'}`)
  if (gravidade.motivos.length > 0) writer.list(gravidade.motivos.map(wordsFor))
  writeTrend(writer, facts)

  writer.heading(REPORT_TEXTS.whereAndWhen)
  if (fontes.length === 0) writer.paragraph('O endereço não está em vazamentos conhecidos.')
  else
    writer.table({
      columns: [
        { label: 'Fonte', share: 3.4 },
        { label: 'Visto por último', share: 2 },
        { label: 'Dados', share: 3 },
        { label: 'Senhas', share: 2 },
        { label: 'Gravidade', share: 1.7 },
        { label: 'Caso', share: 2 },
      ],
      rows: fontes.map((one) => [
        one.fonte,
        one.dia_informado === false ? 'não informado' : shortDay(one.visto),
        one.dados.map(wordsFor).join(', '),
        secrets(one),
        wordsFor(one.gravidade),
        wordsFor(one.caso),
      ]),
    })
  if (numeros.vazamentos > fontes.length)
    writer.paragraph(`Estas são as ${fontes.length} fontes vistas por último, de ${numeros.vazamentos}.`, 'muted')
  writer.paragraph(REPORT_TEXTS.noPasswords, 'muted')

  writeDone(writer, facts)
  if (passos.length > 0) {
    writer.heading(REPORT_TEXTS.whatToDo)
    writer.table({
      columns: [
        { label: 'Passo', share: 6 },
        { label: 'Situação', share: 3 },
      ],
      rows: passos.map(({ passo, feito_em }) => [
        wordsFor(passo),
        feito_em === null ? 'A fazer' : `Feito em ${instantText(feito_em)}`,
      ]),
    })
  }
  return writer.end()
}
