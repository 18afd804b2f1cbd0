import { problemNameIn, type HttpFailure } from '@atalaia/contracts'
import type { RefusalName } from './language.ts'

type StatusFailure = Extract<HttpFailure, { readonly kind: 'status' }>

const BY_STATUS: Readonly<Record<number, RefusalName>> = { 401: 'session-ended', 429: 'too-many-calls' }
const UNAVAILABLE = new Set([502, 503, 504])

/** The refusal of an answer, by the problem's type; without one that is known, by the status, where that says all. */
export const refusalIn = ({ status, body }: StatusFailure): RefusalName | undefined => {
  if (status >= 500) return problemNameIn(body) ?? (UNAVAILABLE.has(status) ? 'unavailable' : 'server-fault')
  return problemNameIn(body) ?? BY_STATUS[status]
}
