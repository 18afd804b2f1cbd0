import { API_BASE, SESSION_PATHS, STORAGE_KEYS } from '@atalaia/contracts'
import type { Renewal, SessionServer } from '@atalaia/kernel'
import { readClaims, standingOf } from '@atalaia/kernel/claims'
import { attempt } from './browser.ts'

declare global {
  // oxlint-disable-next-line no-var -- nothing else declares a global
  var atalaiaRenewal: Promise<Renewal> | undefined
}

/** A starting page waits for it. */
const ANSWER_LIMIT_MS = 5000
const LOCK = 'atalaia.session'
/** No statement about the session: no API, a limit, a busy server, or a proxy's page (P-ERROR-27). */
export const isUnsaid = ({ status, headers }: Response) =>
  status >= 500 || [407, 408, 429].includes(status) || /html/i.test(headers.get('content-type') ?? '')

const call = (method: 'POST' | 'DELETE', path: string, token: string, init: RequestInit) =>
  fetch(API_BASE + path, {
    method,
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    ...init,
  })

/** The browser adds the cookie (P-SESSION-19). Never rejects. */
const renewToken = async (token: string): Promise<Renewal> => {
  try {
    const answer = await call('POST', SESSION_PATHS.renew, token, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    if (isUnsaid(answer)) return { status: 'unanswered' }
    const { access_token: next } = answer.ok ? Object(await answer.json()) : {}
    return typeof next === 'string' ? { status: 'renewed', token: next } : { status: 'refused', token }
  } catch {
    return { status: 'unanswered' }
  }
}

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
 * Renews an expired token of a live session, then runs `then`; otherwise at once (P-SESSION-24).
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

export const takeRenewal = (): Promise<Renewal> | undefined => {
  const renewal = globalThis.atalaiaRenewal
  globalThis.atalaiaRenewal = undefined
  return renewal
}
