import type { EmbedElement, Instance, SeenEvent } from './embed-element.ts'

/** The place of an instance in the page. */
export type Place = 'page' | 'shadow root' | 'dialog'

export type MountOptions = {
  readonly attributes?: Readonly<Record<string, string>>
  /** The property `token`. */
  readonly token?: string
  /** The answers of `getToken` in order; the last one repeats. `throws` in the place of a token throws. */
  readonly tokens?: readonly string[]
  readonly place?: Place
  /** Style of what it stands in. */
  readonly style?: Readonly<Record<string, string>>
}

/** Runs in the page: puts one more element into it, over everything else. */
export const mountInPage = ({ id, options }: { id: string; options: MountOptions }): Instance => {
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
  for (const type of ['ready', 'error', 'session-expired', 'email-added']) {
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

  // Its type is what the embed's script registers; before that it is any element.
  const element: EmbedElement = document.createElement('atalaia-analytics')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  if (token !== undefined) element.token = token
  if (tokens) {
    element.getToken = async (reason) => {
      asked.push(reason)
      const next = tokens[Math.min(asked.length, tokens.length) - 1] ?? ''
      if (next === 'throws') throw new Error('the portal has no token now')
      return next
    }
  }

  if (place === 'shadow root') container.attachShadow({ mode: 'open' }).append(element)
  else if (place === 'dialog') container.append(document.createElement('dialog'))
  else container.append(element)
  document.body.append(container)
  const dialog = container.querySelector('dialog')
  dialog?.append(element)
  dialog?.showModal()
  return { container, element, events, asked }
}
