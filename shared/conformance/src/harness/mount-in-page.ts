import type { Door } from '../door.ts'
import type { DashboardModule } from '@atalaia/contracts'
import type { EmbedElement, Instance, SeenEvent } from './embed-element.ts'

export type Place = 'page' | 'shadow root' | 'dialog'

export type MountOptions = {
  readonly attributes?: Readonly<Record<string, string>>
  readonly token?: string
  /** Answers of `getToken`; the last repeats. `throws` throws. */
  readonly tokens?: readonly string[]
  readonly place?: Place
  readonly style?: Readonly<Record<string, string>>
}

export type Mount = {
  readonly id: string
  readonly door: Door
  readonly frame: string | undefined
  readonly module: string | undefined
  readonly options: MountOptions
}

type Container = { get(name: string): Promise<() => DashboardModule> }

declare global {
  interface Window {
    mfe_analytics?: Container
  }
}

export const mountInPage = async ({ id, door, frame, module, options }: Mount): Promise<Instance> => {
  const { attributes = {}, token, tokens, place = 'page', style = {} } = options
  const container = document.createElement('div')
  container.dataset['conformance'] = id
  const stage: Readonly<Record<string, string>> = {
    all: 'initial',
    display: 'block',
    position: 'fixed',
    inset: '0 auto auto 0',
    width: '900px',
    height: '100vh',
    overflow: 'auto',
    background: 'white',
    'z-index': '2147483647',
    ...style,
  }
  // Important: a portal may style everything in its page.
  for (const [name, value] of Object.entries(stage)) container.style.setProperty(name, value, 'important')
  const events: SeenEvent[] = []
  const asked: string[] = []
  for (const type of ['ready', 'error', 'session-expired', 'email-added', 'view-change', 'case-changed']) {
    const note = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      const { detail, bubbles, composed } = event
      events.push({ type, detail: { ...detail }, bubbles, composed })
    }
    // On their way down: an error does not come up again, lest the window takes it for an exception.
    container.addEventListener(type, note, true)
    // The portal's own listeners know of its own element alone.
    container.addEventListener(type, (event) => event.stopPropagation())
  }
  const said = (type: string, detail: object = {}) =>
    void events.push({ type, detail: { ...detail }, bubbles: false, composed: false })

  const getToken =
    tokens &&
    (async (reason: string) => {
      asked.push(reason)
      const next = tokens[Math.min(asked.length, tokens.length) - 1] ?? ''
      if (next === 'throws') throw new Error('the portal has no token now')
      return next
    })

  const stand = (element: HTMLElement) => {
    if (place === 'shadow root') container.attachShadow({ mode: 'open' }).append(element)
    else if (place === 'dialog') container.append(document.createElement('dialog'))
    else container.append(element)
    document.body.append(container)
    const dialog = container.querySelector('dialog')
    dialog?.append(element)
    dialog?.showModal()
  }

  if (door === 'frame') {
    const inner: EmbedElement & HTMLIFrameElement = Object.assign(document.createElement('iframe'), {
      api: null,
      theme: null,
      show: null,
      token: null,
      getToken: null,
    })
    let port: MessagePort | undefined
    const take = async ({ data }: MessageEvent) => {
      if (data.type === 'resize') inner.height = data.height
      if (data.type === 'event') said(data.name, data.detail)
      if (data.type !== 'token-needed') return
      try {
        if (!getToken) throw new Error('the portal has no getToken')
        port?.postMessage({ type: 'token', id: data.id, token: await getToken(data.reason) })
      } catch (error) {
        port?.postMessage({ type: 'no-token', id: data.id, message: String(error) })
      }
    }
    const open = ({ source, data, ports }: MessageEvent) => {
      if (source !== inner.contentWindow || data.type !== 'atalaia:open') return
      port = ports[0]
      port?.addEventListener('message', (message) => void take(message))
      port?.start()
    }
    addEventListener('message', open)
    const { api = '', ...others } = attributes
    const query = new URLSearchParams({ portal: location.origin, conformance: api.split('/').at(-1) ?? '', ...others })
    inner.src = `${frame}?${query}`
    inner.title = 'Vazamentos'
    inner.sandbox.add('allow-scripts', 'allow-forms', 'allow-downloads', 'allow-popups')
    Object.assign(inner.style, { width: '100%', border: '0', display: 'block' })
    stand(inner)
    return {
      container,
      element: inner,
      events,
      asked,
      change: (values) => port?.postMessage({ type: 'set', attributes: values }),
      remove: () => {
        removeEventListener('message', open)
        container.remove()
      },
    }
  }

  // Its type is what the embed's script registers; before that, and for the module, it is any element.
  const element: EmbedElement = document.createElement('atalaia-analytics')
  if (door === 'federation') {
    // The one that the host has: a browser loads a module once.
    const federated: Container | undefined = module?.includes('.mjs') ? await import(module) : window.mfe_analytics
    const load = await federated?.get('./dashboard')
    if (!load) throw new Error('there is no container mfe_analytics in the page')
    stand(element)
    // `never`, because misuse names parts that the module's type does not know.
    const listOf = (show: string | null | undefined) => ({ show: (show?.split(' ') ?? []) as never })
    const { api = '', show, ...others } = attributes
    const mounted = load().mount(element, {
      api,
      ...listOf(show),
      ...others,
      ...(token !== undefined && { token }),
      ...(getToken && { getToken }),
      onReady: (detail) => said('ready', detail),
      onError: (detail) => said('error', detail),
      onSessionExpired: () => said('session-expired'),
      onEmailAdded: (detail) => said('email-added', detail),
      onViewChange: (detail) => said('view-change', detail),
      onCaseChanged: (detail) => said('case-changed', detail),
    })
    return {
      container,
      element,
      events,
      asked,
      change: ({ show: parts, ...values }) => mounted.update({ ...values, ...(parts !== undefined && listOf(parts)) }),
      remove: () => {
        mounted.unmount()
        container.remove()
      },
    }
  }

  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  if (token !== undefined) element.token = token
  if (getToken) element.getToken = getToken
  stand(element)
  return {
    container,
    element,
    events,
    asked,
    change: (values) => {
      for (const [name, value] of Object.entries(values)) {
        if (value === null) element.removeAttribute(name)
        else element.setAttribute(name, value)
      }
    },
    remove: () => container.remove(),
  }
}
