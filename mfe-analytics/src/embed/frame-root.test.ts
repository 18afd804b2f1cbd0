import '../testing/jsdom.ts'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { ANALYTICS_ELEMENT, type AtalaiaAnalyticsElement } from '@atalaia/contracts'
import { waitFor } from '@testing-library/dom'
import './embed.ts'

type Element = AtalaiaAnalyticsElement & HTMLElement
const isElement = (element: HTMLElement): element is Element => 'getToken' in element
const settled = () => new Promise<void>((resolve) => void setTimeout(resolve))

let warned: jest.SpyInstance
let ports: MessagePort[]
beforeEach(() => {
  ports = []
  warned = jest.spyOn(console, 'warn').mockImplementation()
})
afterEach(async () => {
  document.body.replaceChildren()
  await settled()
  for (const port of ports) port.close()
  jest.restoreAllMocks()
})

const replaceReduce = (reduce: unknown) => Object.assign(Array.prototype, { reduce })

const withPrototype = (run: () => void) => {
  const { reduce } = Array.prototype
  replaceReduce(function (this: readonly unknown[]) {
    return this.length > 1 ? this : this[0]
  })
  run()
  replaceReduce(reduce)
}

const mount = async (change: (element: Element) => void = () => undefined) => {
  const element = document.createElement(ANALYTICS_ELEMENT)
  if (!isElement(element)) throw new Error('the element is not defined')
  change(element)
  withPrototype(() => document.body.append(element))
  await settled()
  const frame = element.shadowRoot?.querySelector('iframe')
  if (!frame) throw new Error('there is no frame')
  return { element, frame }
}

const open = (source: Window | null) => {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1)
  const received: unknown[] = []
  port1.on('message', (message) => received.push(message))
  window.dispatchEvent(Object.assign(new Event('message'), { source, data: { type: 'atalaia:open' }, ports: [port2] }))
  return { send: (message: object) => port1.postMessage(message), received }
}

// Rule: M-EMBED-95
test('in a page whose scripts replaced reduce, a frame shows the dashboard and answers as the element', async () => {
  const reasons: string[] = []
  const { element, frame } = await mount((each) => {
    each.theme = 'dark'
    each.api = 'https://elsewhere.example/api'
    each.getToken = async (reason) => {
      reasons.push(reason)
      return 'token'
    }
    each.innerHTML = '<p slot="error">Sem números</p>'
  })
  const address = new URL(frame.src)
  expect(address.pathname).toMatch(/\/frame\.html$/)
  expect(Object.fromEntries(address.searchParams)).toEqual({ portal: location.origin, theme: 'dark' })
  expect(frame.getAttribute('sandbox')).not.toContain('same-origin')
  expect(warned.mock.calls).toEqual([[expect.stringContaining('Array.prototype.reduce')]])

  const events: unknown[] = []
  for (const name of ['ready', 'error', 'click'])
    element.addEventListener(name, (event: Event) => events.push([name, event.bubbles]))
  const { send, received } = open(frame.contentWindow)
  send({ type: 'token-needed', id: 3, reason: 'expired' })
  send({ type: 'resize', height: 812 })
  for (const name of ['ready', 'error', 'click']) send({ type: 'event', name, detail: {} })
  element.reload()
  element.setAttribute('filter', 'ana')
  await waitFor(() => expect(received).toHaveLength(4))
  expect(received[0]).toEqual({ type: 'set', attributes: {}, slots: { loader: null, error: 'Sem números' } })
  expect(received.slice(1, 3)).toEqual([{ type: 'reload' }, { type: 'set', attributes: { filter: 'ana' } }])
  expect(received[3]).toEqual({ type: 'token', id: 3, token: 'token' })
  expect(reasons).toEqual(['expired'])
  expect(frame.height).toBe('812')
  expect(events).toEqual([
    ['ready', true],
    ['error', false],
  ])
})

// Rule: M-EMBED-95
test('a window that is not the frame gets no token', async () => {
  const getToken = jest.fn()
  await mount((element) => void (element.getToken = getToken))
  const { send, received } = open(window)
  send({ type: 'token-needed', id: 1, reason: 'initial' })
  await settled()
  expect([received, getToken.mock.calls]).toEqual([[], []])
})

// Rule: M-EMBED-95
test('a frame that does not open is an error that names the frame', async () => {
  jest.useFakeTimers()
  try {
    const problems: unknown[] = []
    jest.spyOn(console, 'error').mockImplementation()
    const element = document.createElement(ANALYTICS_ELEMENT)
    element.addEventListener('error', (event) => event instanceof CustomEvent && problems.push(event.detail))
    withPrototype(() => document.body.append(element))
    await Promise.resolve()
    jest.advanceTimersByTime(15_000)
    expect(problems).toEqual([{ code: 'internal', message: expect.stringContaining('frame-src') }])
  } finally {
    jest.useRealTimers()
  }
})
