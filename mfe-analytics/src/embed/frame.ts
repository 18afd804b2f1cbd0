import {
  ANALYTICS_ATTRIBUTES,
  ANALYTICS_ELEMENT,
  ANALYTICS_EVENTS,
  ANALYTICS_SLOTS,
  type AtalaiaAnalyticsElement,
  type TokenReason,
} from '@atalaia/contracts'
import { FRAME_TITLES, recordIn, type EventMessage, type MessageToPortal } from './frame-messages.ts'
import { readLocale } from './read-attributes.ts'

// The script of `frame.html` (docs/reference/embed.md, M-FRAME-1). It speaks with the portal's page alone, over a channel that it
// hands to that page: the token goes to the document that made the channel and to no other, although a sandboxed
// document has no origin to be addressed by. The gateway's page names the API in `data-api`.

const TOKEN_TIMEOUT_MS = 15_000
/** Events kept for a late page. */
const MAX_EVENTS = 50

type TokenRequest = {
  readonly reason: TokenReason
  readonly resolve: (token: string) => void
  readonly reject: (error: Error) => void
  readonly timer: ReturnType<typeof setTimeout>
}

const isDefined = (place: HTMLElement): place is AtalaiaAnalyticsElement & HTMLElement => 'reload' in place

const query = new URLSearchParams(location.search)
const portal = query.get('portal') ?? ''
const element = document.createElement(ANALYTICS_ELEMENT)
const waiting = new Map<number, TokenRequest>()
const events: EventMessage[] = []
let asked = 0
let port: MessagePort | undefined

const send = (message: MessageToPortal) => port?.postMessage(message)
const sendHeight = () => send({ type: 'resize', height: Math.ceil(element.getBoundingClientRect().height) })

const settle = (id: unknown, use: (request: TokenRequest) => void) => {
  const request = typeof id === 'number' ? waiting.get(id) : undefined
  if (typeof id !== 'number' || !request) return
  waiting.delete(id)
  clearTimeout(request.timer)
  use(request)
}

/** Sets all attributes but `api`. */
const setAttributes = (values: Readonly<Record<string, unknown>>) => {
  for (const name of Object.keys(ANALYTICS_ATTRIBUTES)) {
    if (name === 'api' || !Object.hasOwn(values, name)) continue
    const value = values[name]
    if (value === null || value === undefined) element.removeAttribute(name)
    else element.setAttribute(name, String(value))
  }
  followLocale()
}

/** The portal's slot texts have this language too. */
const followLocale = () => {
  const { name, tag } = readLocale(element.getAttribute('locale')).value ?? { name: 'pt-BR', tag: 'pt-BR' }
  document.documentElement.lang = tag
  document.title = FRAME_TITLES[name]
}

/** Text, never markup; `null` empties a slot. */
const setSlots = (texts: Readonly<Record<string, unknown>>) => {
  for (const name of ANALYTICS_SLOTS) {
    if (!Object.hasOwn(texts, name)) continue
    element.querySelector(`[slot="${name}"]`)?.remove()
    const text = texts[name]
    if (typeof text !== 'string') continue
    const child = document.createElement('p')
    child.slot = name
    child.textContent = text
    element.append(child)
  }
}

const take = (message: Readonly<Record<string, unknown>>) => {
  if (message.type === 'token') settle(message.id, ({ resolve }) => resolve(String(message.token ?? '')))
  if (message.type === 'no-token')
    settle(message.id, ({ reject }) => reject(new Error(String(message.message ?? 'no token'))))
  if (message.type === 'reload' && isDefined(element)) element.reload()
  if (message.type !== 'set') return
  setAttributes(recordIn(message.attributes))
  setSlots(recordIn(message.slots))
}

const open = () => {
  const channel = new MessageChannel()
  // A page that asks for another channel has no use for the one before.
  port?.close()
  port = channel.port1
  port.addEventListener('message', ({ data }) => take(recordIn(data)))
  port.start()
  parent.postMessage({ type: 'atalaia:open' }, portal, [channel.port2])
  for (const [id, { reason }] of waiting) send({ type: 'token-needed', id, reason })
  for (const event of events) send(event)
  sendHeight()
}

const requestToken = (reason: TokenReason) =>
  new Promise<string>((resolve, reject) => {
    asked += 1
    const id = asked
    const fail = () => settle(id, () => reject(new Error('the portal sends no token within 15 s')))
    waiting.set(id, { reason, resolve, reject, timer: setTimeout(fail, TOKEN_TIMEOUT_MS) })
    send({ type: 'token-needed', id, reason })
  })

addEventListener('message', ({ source, origin, data }) => {
  if (source === parent && origin === portal && recordIn(data).type === 'atalaia:hello') open()
})
// The frame tells its size in messages of its own.
for (const name of Object.keys(ANALYTICS_EVENTS).filter((each) => each !== 'resize'))
  element.addEventListener(name, (event) => {
    const message: EventMessage = { type: 'event', name, detail: event instanceof CustomEvent ? event.detail : null }
    if (events.push(message) > MAX_EVENTS) events.shift()
    send(message)
  })

Object.assign(element, { getToken: requestToken })
element.setAttribute('api', new URL(document.documentElement.dataset.api ?? '', location.href).href)
setAttributes(Object.fromEntries(query))
document.body.style.margin = '0'
open()
document.body.append(element)
new ResizeObserver(sendHeight).observe(element)
