import { callForeign, codeOf } from '@atalaia/server'

const CALL_LIMIT_MS = 10_000
const RETRY_AFTER = /^\d{1,5}$/

export type ReceiverCall = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** M-CALL-1 */
  readonly local: boolean
}

/** An HTTP status with the requested pause, or a code without an answer. */
export type ReceiverAnswer =
  | { readonly answer: number; readonly pauseMs: number }
  | { readonly answer?: undefined; readonly failure: string }

/** Posts a delivery. Never rejects, and keeps no words of the answer (M-HOOK-6). */
export const callReceiver = async (address: string, call: ReceiverCall): Promise<ReceiverAnswer> => {
  const { headers, body, local } = call
  const bounds = { allowed: { origins: [], local }, maxBytes: 0, timeoutMs: CALL_LIMIT_MS }
  try {
    const answer = await callForeign(address, { ...bounds, method: 'POST', headers, body, ignoresBody: true })
    const asked = answer.headers['retry-after'] ?? ''
    return { answer: answer.status, pauseMs: RETRY_AFTER.test(asked) ? Number(asked) * 1000 : 0 }
  } catch (error) {
    const isLate = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)
    return { failure: isLate ? 'ETIMEDOUT' : (codeOf(error) ?? 'EADDRESS') }
  }
}

export const isTaken = (answer: number): boolean => answer >= 200 && answer <= 299
