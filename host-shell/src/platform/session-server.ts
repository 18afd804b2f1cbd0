import { API_BASE, SESSION_PATHS, STORAGE_KEYS } from '@atalaia/contracts'
import type { Renewal, SessionServer } from '@atalaia/kernel'
import { readClaims, standingOf } from '@atalaia/kernel/claims'
import { attempt } from './browser.ts'

declare global {
  /** The outcome of `renewStored`, until the shell takes it. */
  // oxlint-disable-next-line no-var -- nothing else declares a global
  var atalaiaRenewal: Promise<Renewal> | undefined
}

/** A page that starts waits for it. */
const ANSWER_LIMIT_MS = 5000
const LOCK = 'atalaia.session'
/** Answers that say nothing of the session: of a gateway without its API, of a limit, of a server that is busy. */
export const isUnsaid = (status: number) => status >= 500 || status === 408 || status === 429

const call = (method: 'POST' | 'DELETE', path: string, token: string, init: RequestInit) =>
  fetch(API_BASE + path, {
    method,
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    ...init,
  })

/** Asks for the token that follows `token`; the browser adds the cookie (P-SESSION-19). Never rejects. */
const renewToken = async (token: string): Promise<Renewal> => {
  try {
    const answer = await call('POST', SESSION_PATHS.renew, token, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    if (isUnsaid(answer.status)) return { status: 'unanswered' }
    const { access_token: next } = answer.ok ? Object(await answer.json()) : {}
    return typeof next === 'string' ? { status: 'renewed', token: next } : { status: 'refused', token }
  } catch {
    return { status: 'unanswered' }
  }
}

/** The API of the page's own origin, as the keeper of its session. */
export const sessionServer: SessionServer = {
  renew: renewToken,
  end: (token) => {
    call('DELETE', SESSION_PATHS.end, token, { keepalive: true }).catch(() => {})
  },
  exclusively: (work) => ('locks' in navigator ? navigator.locks.request(LOCK, work) : work()),
  onWake: (listener) => {
    const wake = () => {
      if (!document.hidden) listener()
    }
    const events = ['online', 'pageshow'] as const
    document.addEventListener('visibilitychange', wake)
    for (const event of events) addEventListener(event, wake)
    return () => {
      document.removeEventListener('visibilitychange', wake)
      for (const event of events) removeEventListener(event, wake)
    }
  },
}

/**
 * Renews the stored token, if it has expired and its session goes on, and runs `then` with the token that is stored after it
 * (P-SESSION-24). Otherwise runs `then` at once.
 */
export const renewStored = (then: () => void): void => {
  const token = attempt(() => localStorage.getItem(STORAGE_KEYS.token))
  const claims = token ? readClaims(token) : undefined
  if (!token || !claims || standingOf(claims, Date.now()) !== 'renewable') return then()
  globalThis.atalaiaRenewal = renewToken(token).then((renewal) => {
    if (renewal.status === 'renewed') attempt(() => localStorage.setItem(STORAGE_KEYS.token, renewal.token))
    then()
    return renewal
  })
}

/** Returns the result of `renewStored`, once; `undefined` if nothing was to be renewed. */
export const takeRenewal = (): Promise<Renewal> | undefined => {
  const renewal = globalThis.atalaiaRenewal
  globalThis.atalaiaRenewal = undefined
  return renewal
}
