import type { DocumentWriter } from '../documents/document-writer.ts'
import type { OrganisationFacts } from './report-facts.ts'
import { countedAddresses, countedLeaks, countedPasswords, dayText, numberText } from './report-text.ts'
import { wordsFor } from './report-words.ts'

const MAX_FIRST = 5

/** The change of a number in words: '+13 vazamentos', '-2 senhas vazadas'. */
const changeText = (change: number, counted: (count: number) => string) =>
  `${change < 0 ? '-' : '+'}${counted(Math.abs(change))}`

/** The change of the numbers from the first day of the period to its last. */
const trendSentence = ({ evolucao }: OrganisationFacts): string => {
  const [first, last] = [evolucao[0], evolucao.at(-1)]
  if (!first || !last || first === last) return 'Ainda não há duas análises no período para comparar.'
  const [leaks, passwords] = [last.vazamentos - first.vazamentos, last.senhas - first.senhas]
  if (leaks === 0 && passwords === 0) return `Os números não mudaram desde ${dayText(first.dia)}.`
  return `Desde ${dayText(first.dia)}: ${changeText(leaks, countedLeaks)} e ${changeText(passwords, countedPasswords)}.`
}

const sentences = (facts: OrganisationFacts): string[] => {
  const { numeros, gravidade } = facts
  return [
    `${numberText(numeros.com_vazamentos)} de ${countedAddresses(numeros.enderecos)} monitorados aparecem em vazamentos conhecidos; ${numberText(numeros.vazamentos_abertos)} de ${countedLeaks(numeros.vazamentos)} ainda em aberto.`,
    `Gravidade crítica: ${countedAddresses(gravidade.critica)}; alta: ${countedAddresses(gravidade.alta)}.`,
    trendSentence(facts),
  ]
}

/** In three sentences how things stand and what changed, and the addresses to begin with, each with why (P-REPORT-10). */
export const writeSummary = (writer: DocumentWriter, facts: OrganisationFacts): void => {
  writer.heading('Em resumo')
  for (const sentence of sentences(facts)) writer.paragraph(sentence)
  const first = facts.enderecos.filter(({ abertos }) => abertos > 0).slice(0, MAX_FIRST)
  if (first.length === 0) return
  writer.heading('O que fazer primeiro')
  writer.table({
    columns: [
      { label: 'Endereço', share: 4 },
      { label: 'Por quê', share: 4 },
      { label: 'Próximo passo', share: 4 },
    ],
    rows: first.map(({ email, gravidade, abertos, senhas }) => [
      email,
      `Gravidade ${wordsFor(gravidade).toLowerCase()}, ${numberText(abertos)} em aberto${senhas > 0 ? `, ${countedPasswords(senhas)}` : ''}`,
      senhas > 0 ? 'Trocar a senha e avisar a pessoa' : 'Avisar a pessoa e ativar a verificação em duas etapas',
    ]),
  })
}
