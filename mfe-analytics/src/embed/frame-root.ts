import { ANALYTICS_ATTRIBUTES, ANALYTICS_EVENTS, ANALYTICS_SLOTS } from '@atalaia/contracts'
import type { EmbedOptions, EmbedRoot } from './embed-root.tsx'
import { FRAME_PAGE, FRAME_TITLES, recordIn } from './frame-messages.ts'
import { messageOf } from './message-of.ts'
import { watchSize } from './watch-size.ts'

const OPENING_TIMEOUT_MS = 15_000

type FrameOptions = Pick<EmbedOptions, 'token' | 'getToken' | 'locale' | 'onProblem' | 'onResize'> & {
  readonly script: string
}

/** M-EMBED-95 */
export const createFrameRoot = (host: HTMLElement, options: FrameOptions): EmbedRoot => {
  const { ownerDocument: page } = host
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const stopWatchingSize = watchSize(host, options.onResize)
  let frame: HTMLIFrameElement | undefined
  let port: MessagePort | undefined
  let opening: ReturnType<typeof setTimeout> | undefined

  const send = (message: Readonly<Record<string, unknown>>) => port?.postMessage(message)
  const attributes = () => {
    const values: Record<string, string | null> = {}
    for (const name in ANALYTICS_ATTRIBUTES) if (name !== 'api') values[name] = host.getAttribute(name)
    return values
  }
  const slots = () => {
    const texts: Record<string, string | null> = {}
    for (const name of ANALYTICS_SLOTS)
      texts[name] = host.querySelector(`:scope > [slot="${name}"]`)?.textContent ?? null
    return texts
  }
  const answerToken = async ({ id, reason }: Readonly<Record<string, unknown>>) => {
    try {
      const get = options.getToken()
      const known = reason === 'expired' || reason === 'unauthorized' ? reason : 'initial'
      send({ type: 'token', id, token: get ? await get(known) : options.token() })
    } catch (error) {
      send({ type: 'no-token', id, message: messageOf(error) })
    }
  }
  const repeat = (name: string, detail: unknown) => {
    for (const known in ANALYTICS_EVENTS)
      if (known === name)
        host.dispatchEvent(new CustomEvent(name, { detail, composed: true, bubbles: name !== 'error' }))
  }
  const take = (message: Readonly<Record<string, unknown>>) => {
    if (message['type'] === 'token-needed') void answerToken(message)
    if (message['type'] === 'resize' && frame) frame.height = String(message['height'])
    if (message['type'] === 'event') repeat(String(message['name']), message['detail'])
  }
  const open = ({ source, data, ports: [opened] }: MessageEvent) => {
    if (!opened || !frame || source !== frame.contentWindow || recordIn(data)['type'] !== 'atalaia:open') return
    clearTimeout(opening)
    port = opened
    opened.addEventListener('message', (message) => take(recordIn(message.data)))
    opened.start()
    send({ type: 'set', attributes: {}, slots: slots() })
  }
  page.defaultView?.addEventListener('message', open)

  const start = () => {
    const address = new URL(FRAME_PAGE, options.script)
    address.searchParams.set('portal', page.location.origin)
    const given = attributes()
    for (const name in given) if (given[name] !== null) address.searchParams.set(name, given[name] ?? '')
    // oxlint-disable-next-line react/iframe-missing-sandbox -- two lines below
    frame = page.createElement('iframe')
    frame.title = FRAME_TITLES[options.locale()?.name ?? 'pt-BR']
    frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-downloads allow-popups')
    frame.style.cssText = 'display: block; width: 100%; border: 0'
    frame.src = address.href
    clearTimeout(opening)
    opening = setTimeout(
      () =>
        options.onProblem({ code: 'internal', message: `${address.href} does not open: does a frame-src forbid it?` }),
      OPENING_TIMEOUT_MS,
    )
    shadow.replaceChildren(frame)
  }

  return {
    start,
    reload: () => send({ type: 'reload' }),
    take: (name) => send({ type: 'set', attributes: { [name]: host.getAttribute(name) } }),
    refresh: () => send({ type: 'set', attributes: attributes(), slots: slots() }),
    dispose: () => {
      page.defaultView?.removeEventListener('message', open)
      clearTimeout(opening)
      port?.close()
      stopWatchingSize()
      shadow.replaceChildren()
    },
  }
}
