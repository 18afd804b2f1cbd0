import { saoPauloDay } from '@atalaia/contracts'
import type { ChangedFacts, IncidentFacts } from '@atalaia/contracts/incidents'
import { MINUTE_MS } from '../../base/clock.ts'

/** A person's clock may be ahead this long. */
const AHEAD_MS = 5 * MINUTE_MS

const MOMENTS = ['anpd_em', 'titulares_em', 'complemento_em', 'declaracao_em'] as const

const TEXTS = ['nome', 'decisao_motivos', 'decisao_por', 'anpd_protocolo', 'titulares_meios'] as const

/** UTC, in seconds. */
export const normalInstant = (text: string): string => `${new Date(text).toISOString().slice(0, 19)}Z`

/** Trims texts, and normalises instants. */
export const changeFacts = (facts: IncidentFacts, changed: ChangedFacts): IncidentFacts => {
  const after: IncidentFacts = { ...facts }
  const { situacao, pequeno_porte: small, decisao, decisao_em: day, conhecido_em: known } = changed
  if (situacao !== undefined) after.situacao = situacao
  if (small !== undefined) after.pequeno_porte = small
  if (decisao !== undefined) after.decisao = decisao
  if (day !== undefined) after.decisao_em = day
  if (known !== undefined) after.conhecido_em = normalInstant(known)
  for (const name of MOMENTS) {
    const moment = changed[name]
    if (moment !== undefined) after[name] = moment === null ? null : normalInstant(moment)
  }
  for (const name of TEXTS) after[name] = changed[name]?.trim() ?? facts[name]
  return after
}

/** For people; `undefined`: valid. Does not judge the decision. */
export const factsProblem = (facts: IncidentFacts, now: Date): string | undefined => {
  const latest = now.getTime() + AHEAD_MS
  const known = Date.parse(facts.conhecido_em)
  if (known > latest) return 'O momento do conhecimento está no futuro.'
  for (const name of MOMENTS) {
    const moment = facts[name]
    if (moment === null) continue
    if (Date.parse(moment) > latest) return 'Uma das comunicações está no futuro. Anote-a depois de feita.'
    if (Date.parse(moment) < known) return 'Uma das comunicações está antes do conhecimento do incidente.'
  }
  if (facts.complemento_em !== null && facts.anpd_em === null)
    return 'Anote primeiro quando o incidente foi comunicado à ANPD.'
  const { decisao, decisao_motivos: reasons, decisao_por: by, decisao_em: day } = facts
  if (decisao !== 'pendente' && (reasons === '' || by === '' || day === null))
    return 'Uma decisão precisa de quem decidiu, do dia e dos motivos.'
  if (day !== null && day > saoPauloDay(now)) return 'O dia da decisão está no futuro.'
  if (facts.situacao === 'encerrado' && decisao === 'pendente')
    return 'Antes de encerrar, anote a decisão de comunicar ou não, com quem decidiu e os motivos.'
  return undefined
}

/** Per text in a history. The database's JSON cannot hold half a surrogate pair. */
const LONGEST = 300
const told = (value: string | boolean | null) => {
  if (value === null || value === '') return null
  return typeof value === 'boolean' ? (value ? 'sim' : 'não') : [...value].slice(0, LONGEST).join('')
}

export const factChanges = (before: IncidentFacts, after: IncidentFacts) =>
  [...TEXTS, ...MOMENTS, ...(['situacao', 'conhecido_em', 'pequeno_porte', 'decisao', 'decisao_em'] as const)].flatMap(
    (campo) => (before[campo] === after[campo] ? [] : [{ campo, de: told(before[campo]), para: told(after[campo]) }]),
  )
