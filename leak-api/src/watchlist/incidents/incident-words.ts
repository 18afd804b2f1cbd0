import { TIME_ZONE } from '@atalaia/contracts'
import type { IncidentTerm } from '@atalaia/contracts/incidents'

const moments = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const numbers = new Intl.NumberFormat('pt-BR')

/** `23/11/2026, 09:41`, São Paulo's. */
export const momentText = (iso: string): string => moments.format(new Date(iso))
/** `1 endereço`, `1.284 endereços`. */
export const counted = (count: number, one: string, many: string): string =>
  `${numbers.format(count)} ${count === 1 ? one : many}`

export const TERM_NAMES: Readonly<Record<IncidentTerm, string>> = {
  anpd: 'Comunicar à ANPD',
  titulares: 'Comunicar aos titulares',
  complemento: 'Complementar a comunicação',
  declaracao: 'Declarar que os titulares foram avisados',
}

const SOURCE_KINDS: Readonly<Record<string, string>> = {
  breach: 'vazamento de um serviço',
  'stealer log': 'log de computador infectado',
  'combo list': 'lista de combinações',
  paste: 'texto publicado',
}
export const sourceKindName = (kind: string): string => SOURCE_KINDS[kind] ?? kind

const STEPS: Readonly<Record<string, string>> = {
  'limpar-computador': 'computador examinado ou reinstalado',
  'encerrar-sessoes': 'sessões encerradas',
  'trocar-senha': 'senha trocada',
  'trocar-repetida': 'senha repetida trocada nos outros serviços',
  'trocar-por-hash': 'senha trocada, depois de vazar como hash',
  'avisar-banco': 'banco ou operadora do cartão avisado',
  'vigiar-cpf': 'CPF acompanhado',
  'desconfiar-de-ligacoes': 'pessoa alertada sobre ligações e mensagens',
  'avisar-pessoa': 'pessoa avisada',
  'duas-etapas': 'verificação em duas etapas ligada',
}
export const stepName = (step: string): string => STEPS[step] ?? step
