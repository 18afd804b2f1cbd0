import {
  ANALYTICS_ATTRIBUTES,
  ANALYTICS_ELEMENT,
  ANALYTICS_EVENTS,
  type AtalaiaAnalyticsElement,
  type DashboardModule,
} from '@atalaia/contracts'
import { act, waitFor } from '@testing-library/react'
import './embed.ts'
import * as federation from './federation.ts'

const isElement = (element: Element): element is AtalaiaAnalyticsElement & HTMLElement =>
  element.localName === ANALYTICS_ELEMENT && 'getToken' in element

const createElement = () => {
  const element = document.createElement(ANALYTICS_ELEMENT)
  if (!isElement(element)) throw new Error('the element is not defined')
  element.api = 'https://api.example'
  return element
}

let logged: jest.SpyInstance
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation()
})
afterEach(async () => {
  await act(async () => document.body.replaceChildren())
  jest.restoreAllMocks()
})

test.each(Object.keys(ANALYTICS_ATTRIBUTES))('the attribute %s is observed, and its property reflects', (name) => {
  const element = createElement()
  element.removeAttribute(name)
  expect(Reflect.get(element, name)).toBeNull()
  Reflect.set(element, name, 'some text')
  expect(element.getAttribute(name)).toBe('some text')
  expect(Reflect.get(element, name)).toBe('some text')
  Reflect.set(element, name, null)
  expect(element.hasAttribute(name)).toBe(false)
  expect(Reflect.get(element.constructor, 'observedAttributes')).toContain(name)
})

test('without a token the element shows the problem, logs it once, and its error stays on the element', async () => {
  const element = createElement()
  const onElement = jest.fn()
  const onBody = jest.fn()
  element.addEventListener('error', ({ detail, bubbles }) => onElement(detail.code, bubbles))
  document.body.addEventListener('error', onBody)
  await act(async () => document.body.append(element))
  await waitFor(() => expect(onElement).toHaveBeenCalled())
  expect(onElement.mock.calls).toEqual([['missing-token', ANALYTICS_EVENTS.error.bubbles]])
  expect(onBody).not.toHaveBeenCalled()
  expect(logged).toHaveBeenCalledTimes(1)
  expect(element.shadowRoot?.textContent).toContain('Falta o acesso ao painel')
})

// Rule: M-EMBED-21
test('a framework that sets getToken some tasks after it put the element into the page sees no error', async () => {
  jest.useFakeTimers()
  const element = createElement()
  const onError = jest.fn()
  element.addEventListener('error', onError)
  const getToken = jest.fn(() => new Promise<string>(() => undefined))
  await act(async () => {
    document.body.append(element)
    // A task that takes long, with the properties set in the next one.
    jest.setSystemTime(Date.now() + 5_000)
    await jest.advanceTimersByTimeAsync(50)
    element.getToken = getToken
    await jest.advanceTimersByTimeAsync(5_000)
  })
  jest.useRealTimers()
  expect(getToken).toHaveBeenCalledTimes(1)
  expect(onError).not.toHaveBeenCalled()
})

// Rule: M-EMBED-20
test('a portal without a connection is asked again when the browser is online', async () => {
  const element = createElement()
  const getToken = jest.fn(() => Promise.reject<string>(new TypeError('Failed to fetch')))
  element.getToken = getToken
  await act(async () => document.body.append(element))
  expect(element.shadowRoot?.textContent).toContain('Não foi possível falar com o servidor')
  await act(async () => window.dispatchEvent(new Event('online')))
  expect(getToken).toHaveBeenCalledTimes(2)
  await act(async () => element.remove())
  await act(async () => window.dispatchEvent(new Event('online')))
  expect(getToken).toHaveBeenCalledTimes(2)
})

// Rule: M-EMBED-22
test.each<[string, KeyboardEventInit, boolean]>([
  ['a letter', { key: 'k' }, false],
  ['a letter that AltGr types', { key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true }, false],
  ['a command', { key: 'k', ctrlKey: true }, true],
  ['Escape', { key: 'Escape' }, true],
  ['Tab', { key: 'Tab' }, true],
])('%s in a field of the element: reaches the portal’s shortcuts: %s', async (_, init, reaches) => {
  const element = createElement()
  await act(async () => document.body.append(element))
  const field = document.createElement('input')
  element.shadowRoot?.append(field)
  const onKey = jest.fn()
  document.addEventListener('keydown', onKey)
  field.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, composed: true }))
  document.removeEventListener('keydown', onKey)
  expect(onKey).toHaveBeenCalledTimes(reaches ? 1 : 0)
})

// Rule: M-EMBED-23
test('the height of a placeholder from the server stays reserved until there is something to show', async () => {
  const element = createElement()
  element.attachShadow({ mode: 'open' }).append('placeholder', document.createElement('p'))
  jest.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 900, 700))
  const container = () => element.shadowRoot?.querySelector('div')?.style.minHeight
  await act(async () => document.body.append(element))
  expect(element.shadowRoot?.textContent).not.toContain('placeholder')
  expect(container()).toBe('700px')
  await waitFor(() => expect(element.shadowRoot?.textContent).toContain('Falta o acesso ao painel'))
  expect(container()).toBe('')
})

test('what is set on the element before and right after it is put into the page belongs to one session', async () => {
  const element = createElement()
  const getToken = jest.fn(() => new Promise<string>(() => undefined))
  element.getToken = getToken
  await act(async () => {
    document.body.append(element)
    element.api = 'https://api.example'
    element.getToken = () => getToken()
  })
  expect(getToken).toHaveBeenCalledTimes(1)
})

test('an element that is moved keeps its content; one that is removed has none, and asks for nothing', async () => {
  const element = createElement()
  const getToken = jest.fn(() => new Promise<string>(() => undefined))
  element.getToken = getToken
  await act(async () => document.body.append(element))
  const content = element.shadowRoot?.firstChild
  await act(async () => document.body.prepend(element))
  expect(element.shadowRoot?.firstChild).toBe(content)
  await act(async () => element.remove())
  expect(element.shadowRoot?.childNodes).toHaveLength(0)
  await act(async () => {
    document.body.append(element)
    element.remove()
  })
  expect(getToken).toHaveBeenCalledTimes(1)
})

test("React leaves neither a listener nor a mark on the portal's document", async () => {
  const listen = jest.spyOn(document, 'addEventListener')
  await act(async () => document.body.append(createElement()))
  expect(listen).not.toHaveBeenCalled()
  expect(Object.keys(document).filter((key) => key.startsWith('_react'))).toEqual([])
})

test('the federation module is what contracts promise to hosts, and unmounting empties the place', async () => {
  const dashboard: DashboardModule = federation
  const place = document.createElement('div')
  document.body.append(place)
  const onError = jest.fn()
  const mounted = await act(async () => dashboard.mount(place, { api: 'ftp://api.example', onError }))
  expect(onError).toHaveBeenCalledWith({
    code: 'api-unreachable',
    message: 'the attribute api is no http(s) address',
  })
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('mfe_analytics/dashboard: api-unreachable'))
  await act(async () => mounted.unmount())
  expect(place.shadowRoot?.childNodes).toHaveLength(0)
})
