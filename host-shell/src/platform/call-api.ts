import type { Parser } from '@atalaia/contracts'
import type { Session } from '@atalaia/kernel'
import type { PagePorts } from './shell-context.ts'

const TIMEOUT_MS = 15_000

export type ApiSession = {
  readonly page: Pick<PagePorts, 'fetch'>
  readonly session: Pick<Session, 'signal'>
  readonly apiUrl: string | null
  readonly token: string | undefined
}

/** Uses the session's token, and ends with the session. `undefined`: no fitting answer. Never rejects. */
export const callApi = async <Value>(
  { page, session, apiUrl, token }: ApiSession,
  method: 'GET' | 'POST',
  path: string,
  answer: Parser<Value>,
): Promise<Value | undefined> => {
  if (apiUrl === null || token === undefined) return undefined
  try {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const signal = AbortSignal.any([session.signal(), AbortSignal.timeout(TIMEOUT_MS)])
    const got = await page.fetch(`${apiUrl}${path}`, { method, headers, signal })
    const parsed = answer.safeParse(await got.json())
    return got.ok && parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
