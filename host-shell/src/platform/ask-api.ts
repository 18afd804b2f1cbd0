import type { Parser } from '@atalaia/contracts'
import type { PagePorts } from './shell-context.ts'

const TIMEOUT_MS = 15_000

export type ApiSession = {
  readonly page: Pick<PagePorts, 'fetch'>
  readonly apiUrl: string | null
  readonly token: string | undefined
}

/** A call of the shell itself with the session's token. `undefined` for whatever is no answer that fits. Never rejects. */
export const askApi = async <Value>(
  { page, apiUrl, token }: ApiSession,
  method: 'GET' | 'POST',
  path: string,
  answer: Parser<Value>,
): Promise<Value | undefined> => {
  if (apiUrl === null || token === undefined) return undefined
  try {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const got = await page.fetch(`${apiUrl}${path}`, { method, headers, signal })
    const parsed = answer.safeParse(await got.json())
    return got.ok && parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
