import '../testing/jsdom.ts'
import { ANALYTICS_ELEMENT, type AtalaiaAnalyticsElement } from '@atalaia/contracts'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { answers, emails, emptySummary } from '../testing/answers.ts'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'
import { drawn } from '../testing/drawn.ts'
import type { Answers } from '../testing/open-screen.tsx'
import './embed.ts'
import * as federation from './federation.ts'

const isElement = (element: Element): element is AtalaiaAnalyticsElement & HTMLElement =>
  element.localName === ANALYTICS_ELEMENT && 'getToken' in element

const TOKEN = `e30.${Buffer.from(JSON.stringify({ scope: 'leaks:read emails:add' })).toString('base64url')}.x`
const MANY: Answers = { ...answers(), '/emails?tamanho=100': { kind: 'body', body: emails(30) } }
const NOTHING: Answers = {
  '/dashboard/resumo': { kind: 'body', body: emptySummary },
  '/clientes/me/analises': { kind: 'body', body: [] },
  '/emails?tamanho=100': { kind: 'body', body: emails(1) },
}

let api: ApiServer
let warned: jest.SpyInstance
beforeEach(() => {
  warned = jest.spyOn(console, 'warn').mockImplementation()
})
afterEach(async () => {
  await act(async () => document.body.replaceChildren())
  api.close()
  jest.restoreAllMocks()
})

const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'data-label'] as const

const textsOf = (root: ParentNode): string[] =>
  [...root.querySelectorAll('*')].flatMap((element) => [
    ...[...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data.trim()] : [])),
    ...ATTRIBUTES.flatMap((name) => element.getAttribute(name) ?? []),
  ])

const mount = async (locale: string | null, data: Answers, is: string, token: string | null = TOKEN) => {
  api = await startApiServer(data)
  const element = document.createElement(ANALYTICS_ELEMENT)
  if (!isElement(element)) throw new Error('the element is not defined')
  Object.assign(element, { api: api.url, locale, token })
  await act(async () => document.body.append(element))
  const root = element.shadowRoot
  const themed = () => {
    const found = root?.querySelector('.ui-theme')
    if (!(found instanceof HTMLElement)) throw new Error('there is nothing to look at')
    return found
  }
  await waitFor(() => expect(themed().textContent).toContain(is))
  await drawn()
  return { element, themed, look: within(themed()), texts: () => textsOf(themed()) }
}

const isData = (text: string) => text === '' || /@|^pessoa|^maria\.souza|^[\d\s.,/+()%·…—-]+$/.test(text)
const SAME = ['Email', 'Created with Highcharts 13.1.1', 'x']

// Rule: P-LANG-1
test.each([
  ['with numbers', MANY, '1.284', '1,284'],
  ['without any', NOTHING, 'Nenhum', 'No '],
])('%s, no text of the dashboard is Portuguese in English', async (_, data, portuguese, english) => {
  const first = await mount(null, data, portuguese)
  const before = new Set(first.texts())
  await act(async () => first.element.remove())
  api.close()
  const { themed, texts } = await mount('en', data, english)
  expect(themed()).toHaveAttribute('lang', 'en')
  expect(texts().filter((text) => before.has(text) && !isData(text) && !SAME.includes(text))).toEqual([])
})

// Rule: M-EMBED-39, M-EMBED-65
test('another locale changes words, numbers and days in what is there, without a call and without a new mount', async () => {
  const { element, themed, look, texts } = await mount(null, MANY, '1.284')
  expect(themed()).toHaveAttribute('lang', 'pt-BR')
  expect(themed()).not.toHaveAttribute('dir')
  fireEvent.change(look.getByRole('searchbox'), { target: { value: 'a002' } })
  const { length } = api.asked
  const section = look.getByRole('region', { name: 'Total de Vazamentos' })
  await act(async () => void (element.locale = 'es-419'))
  await waitFor(() => expect(texts()).toContain('Total de filtraciones'))
  expect(themed()).toHaveAttribute('lang', 'es-419')
  expect(themed()).toHaveAttribute('dir', 'ltr')
  expect(look.getByRole('region', { name: 'Total de filtraciones' })).toBe(section)
  expect(within(section).getByText('1,284')).toBeTruthy()
  expect(texts()).toContain('10 de 30 direcciones')
  expect(look.getByRole('searchbox')).toHaveValue('a002')
  await act(async () => element.setAttribute('locale', 'en-GB'))
  await waitFor(() => expect(texts()).toContain('Total leaks'))
  expect(texts()).toContain('21/11/2024')
  await act(async () => element.setAttribute('locale', 'en_US'))
  await waitFor(() => expect(texts()).toContain('11/21/2024'))
  await act(async () => element.removeAttribute('locale'))
  await waitFor(() => expect(texts()).toContain('Total de Vazamentos'))
  expect(api.asked).toHaveLength(length)
  expect(warned).not.toHaveBeenCalled()
})

// Rule: M-EMBED-39, M-EMBED-65
test('a widget that was closed stays closed in another language, and can be opened in its words', async () => {
  const { element, look } = await mount(null, MANY, '1.284')
  const close = within(look.getByRole('region', { name: 'Últimos 3 Relatórios' })).getByRole('button', {
    name: 'Fechar',
  })
  await act(async () => close.click())
  await act(async () => void (element.locale = 'en'))
  const reopen = await look.findByRole('button', { name: 'Reopen Last 3 reports' })
  expect(look.queryByRole('region', { name: 'Last 3 reports' })).toBeNull()
  await act(async () => reopen.click())
  expect(look.getByRole('region', { name: 'Last 3 reports' })).toBeTruthy()
})

// Rule: M-EMBED-39, M-EMBED-65
test('from the first moment on, nothing is seen or heard in Portuguese', async () => {
  const seen = new Set<string>()
  const attach = Element.prototype.attachShadow
  jest.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, init) {
    const root = attach.call(this, init)
    const observer = new MutationObserver(() => textsOf(root).forEach((text) => seen.add(text)))
    observer.observe(root, { childList: true, subtree: true, attributes: true, characterData: true })
    return root
  })
  await mount('en', MANY, '1,284')
  expect([...seen][0]).toBe('Loading the dashboard')
  expect(seen).toContain('Total leaks')
  expect([...seen].filter((text) => /vazamento|senha|carregando|últimos|endereço/i.test(text))).toEqual([])
})

// Rule: M-EMBED-39, M-EMBED-65
test('an unknown locale is Portuguese, with one warning in English', async () => {
  const { element, themed } = await mount('fr', MANY, '1.284')
  expect(themed()).toHaveAttribute('lang', 'pt-BR')
  await act(async () => void (element.theme = 'dark'))
  // Redux warns of its own checks where the machine is slow.
  const warnings = warned.mock.calls.flat().filter((text) => !String(text).includes('Middleware took'))
  expect(warnings).toEqual([expect.stringMatching(/locale="fr" is not known; it takes pt-BR, en, es/)])
})

// Rule: M-EMBED-39, M-EMBED-65
test('a problem in the place of the dashboard speaks the language of the element', async () => {
  jest.spyOn(console, 'error').mockImplementation()
  const { look } = await mount('es', {}, 'Falta el acceso al panel', null)
  expect(look.getByRole('button', { name: 'Intentar de nuevo' })).toBeTruthy()
})

// Rule: M-EMBED-39, M-EMBED-65
test('a federation host sets the same', async () => {
  api = await startApiServer(MANY)
  const place = document.createElement('div')
  document.body.append(place)
  const mounted = await act(async () => federation.mount(place, { api: api.url, token: TOKEN, locale: 'en' }))
  await waitFor(() => expect(place.shadowRoot?.textContent).toContain('Total leaks'))
  await act(async () => mounted.update({ locale: 'es' }))
  await waitFor(() => expect(place.shadowRoot?.textContent).toContain('Total de filtraciones'))
  await act(async () => mounted.unmount())
})
