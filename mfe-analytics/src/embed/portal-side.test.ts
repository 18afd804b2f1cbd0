import '../testing/jsdom.ts'
import { createServer, type Server } from 'node:http'
import { ANALYTICS_ELEMENT, type AtalaiaAnalyticsElement } from '@atalaia/contracts'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { answers } from '../testing/answers.ts'
import { drawn } from '../testing/drawn.ts'
import './embed.ts'
import * as federation from './federation.ts'

const isElement = (element: Element): element is AtalaiaAnalyticsElement & HTMLElement =>
  element.localName === ANALYTICS_ELEMENT && 'getToken' in element

let server: Server
let asked: string[]
let api: 'answers' | 'fails' | 'waits' | 'refuses writes'
let waiting: (() => void)[]
let observed: { readonly target: Element; readonly tell: () => void }[]

beforeEach(async () => {
  ;[asked, api, waiting, observed] = [[], 'answers', [], []]
  jest.spyOn(console, 'error').mockImplementation()
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/api', '')
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type',
      'content-type': 'application/json',
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end()
    asked.push(path)
    const reply = () => {
      const answer = answers()[path]
      const body = answer?.kind === 'body' ? JSON.stringify(answer.body) : ''
      if (api === 'refuses writes' && request.method === 'POST')
        response.writeHead(403, headers).end(JSON.stringify({ message: 'Este acesso não permite esta operação.' }))
      else response.writeHead(api === 'fails' ? 500 : 200, headers).end(body)
    }
    if (api === 'waits') waiting.push(reply)
    else reply()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  Object.assign(window, {
    ResizeObserver: class {
      readonly #tell: () => void
      constructor(tell: () => void) {
        this.#tell = tell
      }
      observe = (target: Element) => void observed.push({ target, tell: this.#tell })
      unobserve = (target: Element) => void (observed = observed.filter((each) => each.target !== target))
      disconnect = () => void (observed = observed.filter(({ tell }) => tell !== this.#tell))
    },
  })
})
afterEach(async () => {
  await act(async () => document.body.replaceChildren())
  server.closeAllConnections()
  server.close()
  Reflect.deleteProperty(window, 'ResizeObserver')
  jest.restoreAllMocks()
})

const addressOf = () => {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api`
}
const createElement = (children = '') => {
  const element = document.createElement(ANALYTICS_ELEMENT)
  if (!isElement(element)) throw new Error('the element is not defined')
  element.api = addressOf()
  element.token = 'token'
  element.innerHTML = children
  return element
}
const slotsOf = (element: Element) => [...(element.shadowRoot?.querySelectorAll('slot') ?? [])].map(({ name }) => name)
const shown = (element: Element) => element.shadowRoot?.textContent ?? ''

// Rule: M-EMBED-30
test("the portal's own loader stands until the first numbers are there", async () => {
  api = 'waits'
  const element = createElement('<p slot="loader">Um momento</p>')
  await act(async () => document.body.append(element))
  expect(slotsOf(element)).toEqual(['loader'])
  await waitFor(() => expect(waiting).toHaveLength(3))
  expect(slotsOf(element)).toEqual(['loader'])
  const ready = new Promise((resolve) => element.addEventListener('ready', resolve))
  await act(async () => {
    for (const go of waiting) go()
    await ready
  })
  expect(slotsOf(element)).toEqual(['atalaia-own'])
  expect(shown(element)).toContain('1.284')
  await drawn()
})

// Rule: M-EMBED-25
test('an address that the token may not add is refused beside the form alone, and by the event', async () => {
  api = 'refuses writes'
  const element = createElement()
  await act(async () => document.body.append(element))
  await waitFor(() => expect(shown(element)).toContain('1.284'))
  const codes: unknown[] = []
  element.addEventListener(
    'error',
    (event) => void codes.push(Reflect.get(Object(Reflect.get(event, 'detail')), 'code')),
  )
  const field = element.shadowRoot?.querySelector('input')
  if (!field) throw new Error('there is no form')
  await act(async () => {
    fireEvent.change(field, { target: { value: 'rh@empresa.example' } })
  })
  await act(async () => field.form?.requestSubmit())
  await waitFor(() => expect(codes).toEqual(['forbidden']))
  await waitFor(() => expect(shown(element)).toContain('Este acesso não permite esta operação.'))
  expect(shown(element)).not.toContain('não permite ver estes dados')
  expect(shown(element)).toContain('1.284')
  await drawn()
})

// Rule: M-EMBED-30
test("the portal's own error view stands while there are no numbers, and reload() tries again", async () => {
  api = 'fails'
  const element = createElement('<p slot="error">Volte mais tarde</p>')
  await act(async () => document.body.append(element))
  await waitFor(() => expect(slotsOf(element)).toEqual(['error']))
  api = 'answers'
  const ready = new Promise((resolve) => element.addEventListener('ready', resolve))
  await act(async () => {
    element.reload()
    await ready
  })
  expect(slotsOf(element)).toEqual(['atalaia-own'])
  // Known numbers stay when a later call fails.
  api = 'fails'
  await act(async () => element.reload())
  await waitFor(() => expect(shown(element)).toContain('O servidor não respondeu como devia'))
  expect(slotsOf(element)).toEqual(['atalaia-own'])
  expect(shown(element)).toContain('1.284')
  await drawn()
})

// Rule: M-EMBED-30
test('without a session the error view stands too, and reload() starts one', async () => {
  const element = createElement()
  element.token = null
  await act(async () => document.body.append(element))
  await waitFor(() => expect(slotsOf(element)).toEqual(['error']))
  expect(shown(element)).toContain('Falta o acesso ao painel')
  element.getToken = () => 'token'
  await act(async () => element.reload())
  await waitFor(() => expect(slotsOf(element)).toEqual(['atalaia-own']))
  await drawn()
})

// Rule: M-EMBED-29
test('refresh loads the numbers again, and nothing else', async () => {
  const element = createElement()
  const getToken = jest.fn(() => 'token')
  element.getToken = getToken
  await act(async () => document.body.append(element))
  await waitFor(() => expect(slotsOf(element)).toEqual(['atalaia-own']))
  await drawn()
  const content = element.shadowRoot?.querySelector('h2')
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] })
  element.refresh = '60'
  const before = asked.length
  jest.advanceTimersByTime(60_001)
  jest.useRealTimers()
  await waitFor(() => expect(asked).toHaveLength(before + 3))
  await act(async () => drawn())
  expect(element.shadowRoot?.querySelector('h2')).toBe(content)
  expect(getToken).not.toHaveBeenCalled()
})

// Rule: M-EMBED-31
test('another size is told once, and not to the window; a removed element is not watched', async () => {
  const element = createElement()
  const onResize = jest.fn()
  const onWindow = jest.fn()
  window.addEventListener('resize', onWindow)
  element.addEventListener('resize', ({ detail }) => onResize(detail))
  await act(async () => document.body.append(element))
  expect(observed.map(({ target }) => target)).toEqual([element])
  const tell = (width: number, height: number) => {
    jest.spyOn(element, 'offsetWidth', 'get').mockReturnValue(width)
    jest.spyOn(element, 'offsetHeight', 'get').mockReturnValue(height)
    for (const each of observed) each.tell()
  }
  tell(800, 600)
  tell(800, 600)
  tell(800, 900)
  expect(onResize.mock.calls).toEqual([[{ width: 800, height: 600 }], [{ width: 800, height: 900 }]])
  expect(onWindow).not.toHaveBeenCalled()
  window.removeEventListener('resize', onWindow)
  await act(async () => element.remove())
  expect(observed).toEqual([])
})

// Rule: M-EMBED-29, M-EMBED-30, M-EMBED-31
test('a federation host has the same', async () => {
  api = 'fails'
  const place = document.createElement('div')
  document.body.append(place)
  const onResize = jest.fn()
  const mounted = await act(async () =>
    federation.mount(place, { api: addressOf(), token: 'token', refresh: 60, onResize }),
  )
  await waitFor(() => expect(slotsOf(place)).toEqual(['error']))
  for (const { tell } of observed) tell()
  expect(onResize).toHaveBeenCalledWith({ width: 0, height: 0 })
  api = 'answers'
  await act(async () => mounted.reload())
  await waitFor(() => expect(slotsOf(place)).toEqual(['atalaia-own']))
  await drawn()
  await act(async () => mounted.unmount())
  expect(observed.map(({ target }) => target)).not.toContain(place)
})
