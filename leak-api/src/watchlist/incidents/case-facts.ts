import { BLANK, type GatheredCase } from '@atalaia/contracts/incidents'
import { dayText } from './business-days.ts'
import { wordsFor } from '../reports/report-words.ts'
import { counted, momentText, sourceKindName, stepName } from './incident-words.ts'

const NAMED_SOURCES = 10

const distinct = (values: readonly string[]) => [...new Set(values)]
const addresses = (cases: readonly GatheredCase[]) => distinct(cases.map(({ email }) => email)).length
const addressesText = (count: number) => counted(count, 'endereço', 'endereços')
const isDayTold = ({ dia_informado: told }: GatheredCase) => told !== false
const titleOf = ({ titulo, fonte }: GatheredCase) => titulo ?? fonte

export const dataText = (cases: readonly GatheredCase[]): string => {
  if (cases.length === 0) return ''
  const clear = addresses(cases.filter(({ numero_senhas: passwords }) => passwords > 0))
  const hashed = addresses(cases.filter(({ numero_hashes: hashes }) => hashes > 0))
  const kinds = distinct(cases.flatMap(({ dados }) => dados)).filter((kind) => kind !== 'email')
  const parts = [
    `${wordsFor('email')} (${addressesText(addresses(cases))})`,
    ...(clear > 0 ? [`senha em texto legível (${addressesText(clear)})`] : []),
    ...(hashed > 0 ? [`senha em forma de hash (${addressesText(hashed)})`] : []),
    ...kinds
      .toSorted()
      .map(
        (kind) => `${wordsFor(kind)} (${addressesText(addresses(cases.filter(({ dados }) => dados.includes(kind))))})`,
      ),
  ]
  return `Dados de identificação e de autenticação, segundo os casos reunidos: ${parts.join(', ')}.`
}

export const peopleText = (cases: readonly GatheredCase[]): string =>
  cases.length === 0
    ? ''
    : `${counted(addresses(cases), 'titular', 'titulares')}, contados pelos endereços de e-mail distintos dos casos reunidos.`

export const stepsText = (cases: readonly GatheredCase[]): string => {
  const done = cases.flatMap(({ passos }) => passos)
  return distinct(done.map(({ passo }) => passo))
    .toSorted()
    .map((step) => {
      const times = done.filter(({ passo }) => passo === step).map(({ feito_em: at }) => at)
      const last = times.toSorted().at(-1) ?? ''
      return `${stepName(step)} em ${times.length} de ${counted(cases.length, 'caso', 'casos')} (o último em ${momentText(last)})`
    })
    .join('; ')
}

export const riskFactsText = (cases: readonly GatheredCase[]): string => {
  if (cases.length === 0) return ''
  const clear = addresses(cases.filter(({ numero_senhas: passwords }) => passwords > 0))
  const robbed = addresses(cases.filter(({ tipo }) => tipo === 'stealer log'))
  const last = cases
    .filter(isDayTold)
    .map(({ visto_por_ultimo: day }) => day)
    .toSorted()
    .at(-1)
  const parts = [
    `senha em texto legível de ${addressesText(clear)}`,
    ...(robbed > 0 ? [`${addressesText(robbed)} em logs de computadores infectados`] : []),
    last === undefined ? 'dia não informado pelas fontes' : `visto por último em ${dayText(last)}`,
  ]
  return `Fatos conhecidos pelos casos: ${parts.join('; ')}.`
}

export const occurrenceText = (cases: readonly GatheredCase[]): string => {
  const days = distinct(cases.filter(isDayTold).map(({ dia }) => dia)).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return `Ocorrência: ${BLANK}, se for conhecida].`
  const told = first === last ? `em ${dayText(first)}` : `de ${dayText(first)} a ${dayText(last)}`
  return `Ocorrência, segundo as fontes dos casos: ${told}.`
}

export const circumstancesText = (cases: readonly GatheredCase[]): string => {
  if (cases.length === 0) return ''
  const sources = distinct(cases.map(({ fonte }) => fonte))
  const named = sources.slice(0, NAMED_SOURCES).flatMap((source) => {
    const [one] = cases.filter(({ fonte }) => fonte === source)
    return one
      ? [
          `${titleOf(one)} (${[one.tipo && sourceKindName(one.tipo), isDayTold(one) ? dayText(one.dia) : 'dia não informado'].filter(Boolean).join(', ')})`,
        ]
      : []
  })
  const more = sources.length - named.length
  return (
    `Credenciais de ${addressesText(addresses(cases))} foram encontradas em ${counted(sources.length, 'fonte', 'fontes')}: ` +
    `${named.join('; ')}${more > 0 ? ` e mais ${more}` : ''}.`
  )
}
