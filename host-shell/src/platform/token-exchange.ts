import { API_BASE, TOKEN_EXCHANGE } from '@atalaia/contracts'
import type { Exchange, ExchangeToken } from '@atalaia/kernel'
import { isUnsaid } from './session-server.ts'

const ANSWER_LIMIT_MS = 5000

/** Codes of a token endpoint (RFC 6749) without token exchange. */
const ABSENT = ['invalid_client', 'unsupported_grant_type']

const read = async (answer: Response): Promise<Exchange> => {
  if (isUnsaid(answer)) return { status: 'unanswered', code: answer.status, body: await answer.text() }
  const {
    access_token: token,
    expires_in: seconds,
    error,
  }: Record<string, unknown> = Object(await answer.json().catch(() => undefined))
  if (answer.ok && typeof token === 'string' && typeof seconds === 'number')
    return { status: 'granted', token, seconds }
  // Of whoever stands between: no API says yes without a token.
  if (answer.ok) return { status: 'unanswered' }
  // RFC 8693, section 2.2.2: of a subject token that is no good.
  if (error === 'invalid_request') return { status: 'refused' }
  const isAbsent = typeof error !== 'string' || ABSENT.includes(error)
  return { status: isAbsent ? 'absent' : 'forbidden' }
}

/** Uses RFC 8693 at the page's origin (M-TOKEN-1). */
export const exchangeToken: ExchangeToken = async (token, { audience, scope }, end) => {
  const body = new URLSearchParams({
    grant_type: TOKEN_EXCHANGE.grantType,
    subject_token: token,
    subject_token_type: TOKEN_EXCHANGE.tokenType,
    audience,
    scope,
  })
  try {
    const signal = AbortSignal.any([end, AbortSignal.timeout(ANSWER_LIMIT_MS)])
    return await read(await fetch(API_BASE + TOKEN_EXCHANGE.path, { method: 'POST', body, signal }))
  } catch {
    return { status: 'unanswered' }
  }
}
