import { BLANK, type GatheredCase, type IncidentFacts } from '@atalaia/contracts/incidents'
import { dayText } from './business-days.ts'
import { circumstancesText, dataText, occurrenceText, peopleText, riskFactsText, stepsText } from './case-facts.ts'
import { clocksOf } from './clocks.ts'
import { momentText } from './incident-words.ts'

export type ItemGround = {
  readonly facts: IncidentFacts
  readonly cases: readonly GatheredCase[]
  /** '': unnamed. */
  readonly organisation: string
}

const lines = (...parts: readonly string[]) => parts.filter(Boolean).join('\n')
const filled = (text: string, ...more: readonly string[]) => (text === '' ? '' : lines(text, ...more))

/** Gives both moments; a person adds the reasons. */
const delay = (facts: IncidentFacts, term: 'anpd' | 'titulares'): string => {
  const clock = clocksOf(facts, new Date(facts.conhecido_em)).find(({ prazo }) => prazo === term)
  if (!clock?.cumprido_em || !clock.ultimo_dia) return ''
  const [at, end] = [momentText(clock.cumprido_em), dayText(clock.ultimo_dia)]
  return clock.situacao === 'cumprido'
    ? `Não houve demora: a comunicação foi em ${at}, e o prazo terminava em ${end}.`
    : `A comunicação foi em ${at}, e o prazo terminou em ${end}. Motivos: ${BLANK}].`
}

const communication = ({
  anpd_em: anpd,
  anpd_protocolo: protocol,
  titulares_em: people,
  titulares_meios: means,
}: IncidentFacts) =>
  anpd === null && people === null
    ? ''
    : lines(
        anpd === null
          ? ''
          : `À ANPD em ${momentText(anpd)}, pelo formulário eletrônico, protocolo ${protocol || `${BLANK}]`}.`,
        people === null ? '' : `Aos titulares em ${momentText(people)}, por: ${means || `${BLANK}: os meios]`}.`,
        'Conteúdo: o das duas primeiras partes deste dossiê.',
      )

const silence = ({ decisao, decisao_motivos: reasons, decisao_por: by, decisao_em: day }: IncidentFacts) => {
  if (day === null) return ''
  const told = `${by}, em ${dayText(day)}`
  if (decisao === 'nao-comunicar') return `${reasons}\n(Decisão de ${told}.)`
  return decisao === 'comunicar' ? `Não é o caso: decidiu-se comunicar (${told}).` : ''
}

/** Marks as blank what only people know (P-INCIDENT-4). */
export const suggestItems = ({ facts, cases, organisation }: ItemGround): Readonly<Record<string, string>> => {
  const data = dataText(cases)
  const people = peopleText(cases)
  const steps = stepsText(cases)
  const after = `Depois: ${steps === '' ? `${BLANK}]` : `${steps}.`}`
  const protection = `Antes do incidente: ${BLANK}].`
  const risks = filled(riskFactsText(cases), `Riscos e impactos, na avaliação do controlador: ${BLANK}].`)
  const measures = steps === '' ? '' : lines(`Passos feitos nos casos: ${steps}.`, `Outras medidas: ${BLANK}].`)
  const story = filled(circumstancesText(cases))
  const known = `Conhecimento pelo controlador: ${momentText(facts.conhecido_em)}, horário de Brasília.`
  const small = facts.pequeno_porte
    ? 'Declara que é agente de tratamento de pequeno porte (Resolução CD/ANPD nº 2/2022).'
    : ''
  return {
    'anpd-I': data,
    'anpd-II': filled(people, `Crianças, adolescentes e idosos: ${BLANK}].`),
    'anpd-III': lines(protection, after),
    'anpd-IV': risks,
    'anpd-V': delay(facts, 'anpd'),
    'anpd-VI': measures,
    'anpd-VII': lines(occurrenceText(cases), known),
    'anpd-IX': lines(`${organisation || `${BLANK}: nome]`}, CNPJ ${BLANK}].`, small),
    'anpd-XI': filled(story, `Causa principal, se identificada: ${BLANK}].`),
    'titulares-I': data,
    'titulares-II': lines(protection, after),
    'titulares-III': risks,
    'titulares-IV': delay(facts, 'titulares'),
    'titulares-V': measures,
    'titulares-VI': known,
    'registro-I': known,
    'registro-II': story,
    'registro-III': data,
    'registro-IV': people,
    'registro-V': risks,
    'registro-VI': measures,
    'registro-VII': communication(facts),
    'registro-VIII': silence(facts),
  }
}
