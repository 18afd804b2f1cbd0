import '../testing/jsdom.ts'
import { ANALYTICS_ELEMENT, type AnalyticsView, type AtalaiaAnalyticsElement } from '@atalaia/contracts'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { answers, emails } from '../testing/answers.ts'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'
import { drawn } from '../testing/drawn.ts'
import type { Answers } from '../testing/open-screen.tsx'
import './embed.ts'
import * as federation from './federation.ts'

const isElement = (element: Element): element is AtalaiaAnalyticsElement & HTMLElement =>
  element.localName === ANALYTICS_ELEMENT && 'getToken' in element

const ALL: Answers = { ...answers(), '/emails?tamanho=100': { kind: 'body', body: emails(30) } }
const NONE: Answers = { ...answers(), '/emails?tamanho=100': { kind: 'body', body: [] } }
const tokenWith = (scope: string, times: object = {}) =>
  `e30.${Buffer.from(JSON.stringify({ scope, ...times })).toString('base64url')}.x`
const READ_AND_ADD = tokenWith('leaks:read emails:add')

let api: ApiServer
afterEach(async () => {
  await act(async () => document.body.replaceChildren())
  api.close()
  jest.restoreAllMocks()
})

type Given = Partial<Record<'filter' | 'period' | 'place' | 'show' | 'token', string>>

const mount = async ({ token = READ_AND_ADD, ...attributes }: Given, data = ALL, getToken?: () => string) => {
  api = await startApiServer(data)
  const element = document.createElement(ANALYTICS_ELEMENT)
  if (!isElement(element)) throw new Error('the element is not defined')
  for (const [name, value] of Object.entries({ api: api.url, ...attributes })) element.setAttribute(name, value)
  element.token = token
  if (getToken) element.getToken = getToken
  const views: AnalyticsView[] = []
  element.addEventListener('view-change', ({ detail }) => void views.push(detail))
  await act(async () => document.body.append(element))
  await waitFor(() => expect(textOf(element)).toContain('1.284'))
  await drawn()
  return { element, views, ...looking(element) }
}

const textOf = (element: Element) => element.shadowRoot?.textContent ?? ''
const looking = (element: Element) => {
  const root = element.shadowRoot?.firstElementChild
  if (!(root instanceof HTMLElement)) throw new Error('there is nothing to look at')
  const look = within(root)
  return {
    look,
    addresses: () => look.getAllByRole('rowheader').map((row) => row.textContent ?? ''),
    set: (element_: AtalaiaAnalyticsElement, changes: Given) => act(async () => void Object.assign(element_, changes)),
  }
}

// Rule: M-EMBED-33
test('the table shows what the filter of the portal names, of what the API gave, and the person can take it away', async () => {
  const { look, addresses, element } = await mount({ filter: 'A002' })
  expect(addresses()).toHaveLength(10)
  expect(look.getByText('10 de 30 endereços')).toBeTruthy()
  fireEvent.change(look.getByRole('searchbox'), { target: { value: '' } })
  await waitFor(() => expect(look.getByText('30 endereços')).toBeTruthy())
  await act(async () => void (element.filter = 'a0029'))
  await waitFor(() => expect(addresses()).toEqual(['pessoa0029@empresa.com.br']))
  // It is no part of a call: it can neither widen nor narrow what the API answers.
  expect(api.asked.join()).not.toMatch(/a002|filter/i)
})

// Rule: M-EMBED-33
test('a filter that names what the token does not reach finds nothing', async () => {
  const { look } = await mount({ filter: 'presidente@outra.example' })
  expect(look.getByText('Nenhum endereço encontrado')).toBeTruthy()
  expect(look.queryByRole('rowheader')).toBeNull()
})

test('a short table that the portal filters has a field to take the filter away, which stays', async () => {
  const { look } = await mount({ filter: 'a0001' }, answers())
  expect(look.getByText('1 de 3 endereços')).toBeTruthy()
  fireEvent.change(look.getByRole('searchbox'), { target: { value: '' } })
  await waitFor(() => expect(look.getByText('3 endereços')).toBeTruthy())
  expect(look.getByRole('searchbox')).toBeTruthy()
})

// Rule: M-EMBED-33
test.each([
  ['1', 'Último mês'],
  ['2', 'Últimos 2 meses'],
  ['7', 'Ultimos 3 meses'],
])('period %s is the chart "%s"', async (period, title) => {
  const warn = jest.spyOn(console, 'warn').mockImplementation()
  const { look } = await mount({ period })
  expect(look.getByRole('heading', { name: title })).toBeTruthy()
  // On a slow machine Redux Toolkit warns, too.
  const told = warn.mock.calls.flat().filter((text) => String(text).includes('period='))
  expect(told.join()).toMatch(period === '7' ? /period="7" is not known; it takes 1, 2, 3/ : /^$/)
})

// Rule: M-EMBED-34
test('the view that a person moved to is told, and shown again by an element that gets it', async () => {
  const { look, views, element } = await mount({})
  fireEvent.click(look.getByRole('button', { name: 'Senhas Vazadas' }))
  fireEvent.click(look.getByRole('button', { name: 'Próxima' }))
  fireEvent.click(look.getByRole('button', { name: 'Ver como tabela' }))
  await waitFor(() => expect(views).toEqual([{ filter: '', place: 'sort=-passwords&page=2&chart=table' }]))
  const seen = textOf(element)
  await act(async () => element.remove())
  api.close()
  const again = await mount({ place: views[0]?.place ?? '' })
  expect(textOf(again.element)).toBe(seen)
  expect(again.views).toEqual([])
})

// Rule: M-EMBED-35
test('a token that may not add addresses shows no form, and invites nobody to add one', async () => {
  const { look, element } = await mount({ token: tokenWith('leaks:read') }, NONE)
  expect(look.queryByRole('textbox')).toBeNull()
  expect(textOf(element)).not.toContain('Comece pelo primeiro endereço')
})

// Rule: M-EMBED-35
test('the form goes with the token that allowed it', async () => {
  // Each lives for a second, and on a busy machine the dashboard needs several before it stands.
  let scope = 'leaks:read emails:add'
  const getToken = () => tokenWith(scope, { iat: 0, exp: 1 })
  const { look, element } = await mount({ token: getToken() }, ALL, getToken)
  expect(look.getByRole('textbox')).toBeTruthy()
  scope = 'leaks:read'
  await waitFor(() => expect(look.queryByRole('textbox')).toBeNull())
  expect(textOf(element)).toContain('1.284')
})

// Rule: M-EMBED-35
test('a token that reaches no address has the form, and no invitation to add the first of the organisation', async () => {
  const token = tokenWith('leaks:read emails:add domain:sales.example')
  const { look, element } = await mount({ token }, NONE)
  expect(look.getByRole('textbox')).toBeTruthy()
  expect(textOf(element)).not.toContain('Comece pelo primeiro endereço')
})

// Rule: M-EMBED-35
test('a token without a limit invites an organisation without addresses, as in Atalaia’s own pages', async () => {
  const { element } = await mount({}, NONE)
  expect(textOf(element)).toContain('Comece pelo primeiro endereço')
})

// Rule: M-EMBED-33, M-EMBED-34
test('a federation host sets and hears the same', async () => {
  api = await startApiServer(ALL)
  const place = document.createElement('div')
  document.body.append(place)
  const onViewChange = jest.fn()
  const context = { api: api.url, token: READ_AND_ADD, filter: 'A002', period: 1 as const, onViewChange }
  const mounted = await act(async () => federation.mount(place, context))
  await waitFor(() => expect(textOf(place)).toContain('1.284'))
  await drawn()
  const { look, addresses } = looking(place)
  expect(look.getByRole('heading', { name: 'Último mês' })).toBeTruthy()
  expect(addresses()).toHaveLength(10)
  fireEvent.change(look.getByRole('searchbox'), { target: { value: 'a0007' } })
  await waitFor(() => expect(onViewChange.mock.calls).toEqual([[{ filter: 'a0007', place: 'filter=a0007' }]]))
  await act(async () => mounted.update({ ...context, place: 'page=3' }))
  await waitFor(() => expect(textOf(place)).toContain('10 de 30 endereços'))
  await act(async () => mounted.unmount())
})
