import { serverMessage, type Parser } from '@atalaia/contracts'
import type { Session } from '@atalaia/kernel'
import type { ApiSession } from '../platform/call-api.ts'

const TIMEOUT_MS = 15_000

type SendingPage = Pick<ApiSession, 'page' | 'apiUrl'> & { readonly session: Pick<Session, 'state' | 'refuse'> }

export type Sent<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly text: string }

const UNREACHABLE = 'Não foi possível falar com o servidor. Verifique sua conexão e tente de novo.'
const UNEXPECTED = 'O servidor deu uma resposta inesperada. Tente de novo em instantes.'

/** Uses the session's token. A 401 ends the session. Never rejects. */
export const sendToApi = async <Value>(
  { page, apiUrl, session }: SendingPage,
  { path, body }: { readonly path: string; readonly body: object },
  answer: Parser<Value>,
): Promise<Sent<Value>> => {
  const state = session.state()
  if (apiUrl === null || state.status !== 'active' || state.token === undefined) return { ok: false, text: UNREACHABLE }
  const { token } = state
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const got = await page.fetch(`${apiUrl}${path}`, { method: 'POST', headers, signal, body: JSON.stringify(body) })
    if (got.status === 401) session.refuse(token)
    const told: unknown = await got.json().catch(() => undefined)
    if (!got.ok) return { ok: false, text: serverMessage(told) ?? UNEXPECTED }
    const parsed = answer.safeParse(told)
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, text: UNEXPECTED }
  } catch {
    return { ok: false, text: UNREACHABLE }
  }
}
