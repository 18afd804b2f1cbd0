import { isProxyPage, problemNameIn, type HttpFailure, type ProblemName } from '@atalaia/contracts'

export type RefusalName =
  | ProblemName
  | 'refused-between'
  | 'session-ended'
  | 'too-many-calls'
  | 'unavailable'
  | 'server-fault'

type StatusFailure = Extract<HttpFailure, { readonly kind: 'status' }>

const BY_STATUS: Readonly<Record<number, RefusalName>> = { 401: 'session-ended', 429: 'too-many-calls' }
const UNAVAILABLE = new Set([502, 503, 504])

/** By the problem's type, else by a sufficient status (P-LANG-2, P-ERROR-27). */
export const refusalIn = ({ status, body }: StatusFailure): RefusalName | undefined => {
  if (isProxyPage(body)) return 'refused-between'
  if (status >= 500) return problemNameIn(body) ?? (UNAVAILABLE.has(status) ? 'unavailable' : 'server-fault')
  return problemNameIn(body) ?? BY_STATUS[status]
}
