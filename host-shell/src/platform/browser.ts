import { OFFERED_TOKEN_KEY, SESSION_COOKIE } from '@atalaia/contracts'
import type { SessionCookie, PageStorage } from '@atalaia/kernel'
import type { PagePorts } from './shell-context.ts'

/** `undefined` when `work` throws: a storage may be forbidden or full. */
export const attempt = <Value>(work: () => Value): Value | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Browsers refuse by throwing, or by keeping nothing. */
export const canStore = (): boolean =>
  attempt(() => {
    const key = 'atalaia.try'
    localStorage.setItem(key, key)
    const isKept = localStorage.getItem(key) === key
    localStorage.removeItem(key)
    return isKept
  }) ?? false

/** Without local storage, the session lasts as long as the page. */
export const browserStorage: PageStorage = {
  read: (key) => attempt(() => localStorage.getItem(key)) ?? undefined,
  write: (key, value) => void attempt(() => localStorage.setItem(key, value)),
  remove: (key) => void attempt(() => localStorage.removeItem(key)),
  onChange: (listener) => {
    addEventListener('storage', listener)
    return () => removeEventListener('storage', listener)
  },
}

const secure = () => (location.protocol === 'https:' ? '; Secure' : '')

/** Cookie `token`: shows the server only that a session exists. */
export const browserCookie: SessionCookie = {
  mark: (maxAge) => {
    document.cookie = `${SESSION_COOKIE}=1; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure()}`
  },
  clear: () => {
    document.cookie = `${SESSION_COOKIE}=; Path=/; SameSite=Lax; Max-Age=0${secure()}`
  },
}

export const browserPage: PagePorts = {
  fetch: (...request) => fetch(...request),
  reload: () => location.reload(),
  open: (address) => location.assign(address),
}

const LIGHT = '(prefers-color-scheme: light)'

/** False where the browser does not say. */
export const prefersLight = (): boolean => attempt(() => matchMedia(LIGHT).matches) ?? false

/** Calls `listener` whenever {@link prefersLight} changes. */
export const onSchemeChange = (listener: () => void): void =>
  attempt(() => matchMedia(LIGHT).addEventListener('change', listener))

/** In this tab only, until `takeOfferedToken`. */
export const keepOfferedToken = (token: string): void => attempt(() => sessionStorage.setItem(OFFERED_TOKEN_KEY, token))

export const takeOfferedToken = (): string | undefined => {
  const token = attempt(() => sessionStorage.getItem(OFFERED_TOKEN_KEY)) ?? undefined
  attempt(() => sessionStorage.removeItem(OFFERED_TOKEN_KEY))
  return token
}

/** When loaded and idle; at most 10 s after loading. */
export const whenLoaded = (run: () => void): void => {
  const whenIdle = () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 10_000 })
    else setTimeout(run, 2_000)
  }
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

/** In a new task: before, the browser may paint and answer input. */
export const nextTask = (): Promise<void> =>
  'scheduler' in globalThis && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => {
          port1.close()
          resolve()
        })
        port1.start()
        port2.postMessage(undefined)
      })
