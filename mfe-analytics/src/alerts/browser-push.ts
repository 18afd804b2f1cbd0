import { PUSH_WORKER } from '@atalaia/contracts'
import type { NewPushBrowser } from '@atalaia/contracts/push'

/** Some push services never answer. */
export const SUBSCRIBE_TIMEOUT_MS = 30_000

/** Permission for notifications, as far as known without a question. */
export type PushPermission = 'unsupported' | 'denied' | 'possible'

export const pushPermission = (): PushPermission => {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!isThere) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'possible'
}

const base64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The API knows a browser by the SHA-256 of its push address. */
const markOf = async (endpoint: string) =>
  base64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))

/** `undefined`: the browser has no push address. */
export const ownMark = async (): Promise<string | undefined> => {
  if (pushPermission() === 'unsupported') return undefined
  const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER.scope)
  const subscription = await registration?.pushManager.getSubscription()
  return subscription ? markOf(subscription.endpoint) : undefined
}

/** `navigator.serviceWorker.ready` would wait forever: this page has no worker. */
const whenActive = ({ installing, waiting, active }: ServiceWorkerRegistration) =>
  new Promise<void>((resolve, reject) => {
    const worker = installing ?? waiting
    if (active || !worker) return resolve()
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('the worker of pushes did not start'))
    })
  })

const subscribe = async (key: string): Promise<PushSubscription> => {
  const registration = await navigator.serviceWorker.register(PUSH_WORKER.script, { scope: PUSH_WORKER.scope })
  await whenActive(registration)
  const { pushManager } = registration
  const known = await pushManager.getSubscription()
  const knownKey = known?.options.applicationServerKey
  // One key a subscription: an older one is of an installation whose key was replaced.
  if (known && (!knownKey || base64Url(knownKey) !== key)) await known.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const inTime = <Value>(work: Promise<Value>) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the push service gave no address in time')), SUBSCRIBE_TIMEOUT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export type Subscribed =
  | { readonly status: 'subscribed'; readonly browser: NewPushBrowser; readonly mark: string }
  | { readonly status: 'denied' | 'dismissed' }
  | { readonly status: 'unreachable'; readonly error: unknown }

/** Asks for permission and a push address. `key`: the installation's. */
export const subscribeBrowser = async (key: string): Promise<Subscribed> => {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return { status: permission === 'denied' ? 'denied' : 'dismissed' }
  try {
    const { endpoint, keys } = (await inTime(subscribe(key))).toJSON()
    const { p256dh, auth } = keys ?? {}
    if (endpoint === undefined || p256dh === undefined || auth === undefined) throw new Error('no address with keys')
    return { status: 'subscribed', browser: { endereco: endpoint, p256dh, auth }, mark: await markOf(endpoint) }
  } catch (error) {
    return { status: 'unreachable', error }
  }
}
