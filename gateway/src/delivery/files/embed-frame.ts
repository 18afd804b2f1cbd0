import { ANALYTICS_EVENTS, EMBED_ENTRY } from '@atalaia/contracts'
import { z } from 'zod'
import { sourceHash } from '../pages/html.ts'

/** File name of the page that shows an embed in a frame, below an embed's base address. */
export const FRAME_PAGE = 'frame.html'

/** An origin as browsers write it. */
const originSchema = z
  .string()
  .refine((text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text)

const FRAME_API = '/-/portals/'

/** Prefix of the API for the frames of a portal, whose origin it carries in base64url. */
export const FRAME_API_PREFIX = `${FRAME_API}:portal/api`

/** The portal's origin in an address below {@link FRAME_API_PREFIX}; `undefined` when it carries none. */
export const portalIn = (params: unknown): string | undefined => {
  const { data } = z.object({ portal: z.string() }).safeParse(params)
  const origin = data && Buffer.from(data.portal, 'base64url').toString()
  return originSchema.safeParse(origin).data
}

/** The frame tells its size in messages of its own. */
const EVENTS = Object.keys(ANALYTICS_EVENTS).filter((name) => name !== 'resize')

/**
 * Runs in the frame. It speaks with the portal's page alone, over a channel that it hands to that page: the token goes to
 * the document that made the channel and to no other, although a sandboxed document has no origin to be addressed by.
 */
const SCRIPT = `
const query = new URLSearchParams(location.search)
const portal = query.get('portal')
const element = document.querySelector('atalaia-analytics')
const TOKEN_TIMEOUT_MS = 15000
const MAX_EVENTS = 50
const waiting = new Map()
const events = []
let asked = 0
let port
const send = (message) => port.postMessage(message)
const height = () => send({ type: 'resize', height: Math.ceil(element.getBoundingClientRect().height) })
const settle = (id, use) => {
  const one = waiting.get(id)
  waiting.delete(id)
  clearTimeout(one?.timer)
  if (one) use(one)
}
const change = (values) => {
  for (const name of element.constructor.observedAttributes ?? []) {
    if (name === 'api' || !(name in values)) continue
    if (values[name] === null) element.removeAttribute(name)
    else element.setAttribute(name, String(values[name]))
  }
}
const take = ({ data }) => {
  if (data?.type === 'token') settle(data.id, ({ resolve }) => resolve(String(data.token ?? '')))
  if (data?.type === 'no-token') settle(data.id, ({ reject }) => reject(new Error(String(data.message ?? 'no token'))))
  if (data?.type === 'set') change(Object(data.attributes))
}
const open = () => {
  const channel = new MessageChannel()
  port = channel.port1
  port.onmessage = take
  parent.postMessage({ type: 'atalaia:open' }, portal, [channel.port2])
  for (const [id, { reason }] of waiting) send({ type: 'token-needed', id, reason })
  for (const event of events) send(event)
  height()
}
addEventListener('message', ({ source, origin, data }) => {
  if (source === parent && origin === portal && data?.type === 'atalaia:hello') open()
})
for (const name of ${JSON.stringify(EVENTS)})
  element.addEventListener(name, ({ detail }) => {
    const event = { type: 'event', name, detail }
    if (events.push(event) > MAX_EVENTS) events.shift()
    send(event)
  })
element.getToken = (reason) =>
  new Promise((resolve, reject) => {
    asked += 1
    const id = asked
    const fail = () => settle(id, () => reject(new Error('the portal sends no token within 15 s')))
    waiting.set(id, { reason, resolve, reject, timer: setTimeout(fail, TOKEN_TIMEOUT_MS) })
    send({ type: 'token-needed', id, reason })
  })
document.body.style.margin = '0'
open()
const key = btoa(portal).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
element.setAttribute('api', new URL('${FRAME_API}' + key + '/api', location.href).href)
await import('./${EMBED_ENTRY}')
change(Object.fromEntries(query))
new ResizeObserver(height).observe(element)
`

const HTML = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Vazamentos</title>
</head>
<body><atalaia-analytics></atalaia-analytics><script type="module">${SCRIPT}</script></body>
</html>
`

/**
 * The page that shows an embed in a frame of `?portal=`, an origin, and its policy: no other page may frame it. `gateway`
 * is the origin that people use. `undefined` without an origin of a portal.
 */
export const framePage = (query: unknown, gateway: string): { html: string; policy: string } | undefined => {
  const { data } = z.object({ portal: originSchema }).safeParse(query)
  // A document in a sandbox has no origin of its own: the gateway's stands beside 'self'.
  const own = `'self' ${gateway}`
  return (
    data && {
      html: HTML,
      policy: [
        "default-src 'none'",
        `script-src ${own} ${sourceHash(SCRIPT)}`,
        `connect-src ${own}`,
        'img-src blob: data:',
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types highcharts 'allow-duplicates'",
        `frame-ancestors ${data.portal}`,
      ].join('; '),
    }
  )
}
