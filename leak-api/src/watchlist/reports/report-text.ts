import { TIME_ZONE } from '@atalaia/contracts'
import type { ReportDocument } from './reports-repository.ts'

const plural = new Intl.PluralRules('pt-BR')
const number = new Intl.NumberFormat('pt-BR')
const instant = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
})
const shortDate = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
})
const longDay = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' })

const counted = (count: number, one: string, many: string) =>
  `${number.format(count)} ${count !== 0 && plural.select(count) === 'one' ? one : many}`

export const countedLeaks = (count: number) => counted(count, 'vazamento', 'vazamentos')
export const countedAddresses = (count: number) => counted(count, 'endereço', 'endereços')
export const countedPasswords = (count: number) => counted(count, 'senha vazada', 'senhas vazadas')

export const changeText = (value: number, previous: number): string => {
  if (value === previous) return 'como no relatório anterior'
  return `${number.format(Math.abs(value - previous))} a ${value > previous ? 'mais' : 'menos'} do que no relatório anterior`
}

export const REPORT_TEXTS = {
  title: 'Relatório de vazamentos',
  whatLeaked: 'O que vazou',
  noPasswords: 'As senhas não são guardadas nem exibidas: aparecem aqui como ••••••••.',
  whereAndWhen: 'Onde e quando',
  timeline: 'Cada ponto é uma fonte, no dia em que o endereço foi visto nela: em vermelho, com senha.',
  whatToDo: 'O que fazer',
} as const

/** `day` is `YYYY-MM-DD`. */
export const dayText = (day: string) => longDay.format(new Date(`${day}T00:00:00Z`))

/** `day` is `YYYY-MM-DD`; '09/03/2026'. */
export const shortDay = (day: string) => shortDate.format(new Date(`${day}T00:00:00Z`))
/** São Paulo's clock. */
export const instantText = (at: string) => instant.format(new Date(at))
export const numberText = (value: number) => number.format(value)

type FoundSource = ReportDocument['snapshot']['sources'][number]
export type SeenSource = FoundSource & { readonly seenOn: string }

export const sourceText = ({ source, seenOn, passwords }: FoundSource) => {
  const day = seenOn === null ? 'Dia não informado' : `Visto em ${dayText(seenOn)}`
  return {
    title: source,
    detail:
      passwords === 0
        ? `${day}. Vazou o endereço de e-mail, sem senha.`
        : `${day}. Vazaram o endereço de e-mail e ${counted(passwords, 'senha', 'senhas')} (••••••••).`,
  }
}

export const timelineText = (sources: readonly SeenSource[], day: string): string =>
  `Linha do tempo até ${dayText(day)}: ${sources
    .map(({ source, seenOn, passwords }) => `${source} em ${dayText(seenOn)}${passwords > 0 ? ', com senha' : ''}`)
    .join('; ')}.`

const always = [
  'Avise a pessoa que usa este endereço: e-mails e telefonemas que citam dados vazados podem ser golpes.',
  'Ative a verificação em duas etapas em todas as contas ligadas a este endereço.',
  'Confira os acessos recentes e encerre as sessões que ninguém reconhece.',
]
const whenPasswordsLeaked = [
  'Troque agora a senha deste endereço e de todos os serviços em que a mesma senha, ou uma parecida, foi usada.',
  'Use um gerenciador de senhas, com uma senha longa e diferente para cada serviço.',
]

export const advice = (passwordsLeaked: boolean): string[] =>
  passwordsLeaked ? [...whenPasswordsLeaked, ...always] : always
