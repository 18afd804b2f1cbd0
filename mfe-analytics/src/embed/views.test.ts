import '../testing/jsdom.ts'
import {
  ANALYTICS_ELEMENT,
  type AnalyticsCase,
  type AnalyticsView,
  type AtalaiaAnalyticsElement,
  type Exposure,
  type GetToken,
} from '@atalaia/contracts'
import { newCase } from '@atalaia/contracts/cases'
import { exposureOf } from '@atalaia/contracts/testing'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { answers, emails, emptySummary } from '../testing/answers.ts'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'
import type { Answers } from '../testing/open-screen.tsx'
import './embed.ts'

const isElement = (element: Element): element is AtalaiaAnalyticsElement & HTMLElement =>
  element.localName === ANALYTICS_ELEMENT && 'getToken' in element

const ANA = 'ana@acme.com'
const tokenWith = (scope: string) => `e30.${Buffer.from(JSON.stringify({ scope })).toString('base64url')}.x`
const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const severity: Exposure['gravidade'] = { nivel: 'baixa', pontos: 5, motivos: [] }
const leaked = { source: 'forum', title: 'Fórum', day: '2026-11-20', at: '2026-11-22T15:00:00Z' }
const exposure = exposureOf({ id: '7', email: ANA, gravidade: severity, ...leaked })
const untouched = newCase('forum')
const row = { ...untouched, endereco: '7', email: ANA, titulo: 'Fórum', visto_por_ultimo: null, gravidade: severity }
const page = {
  encontrados: 1,
  abertos: 1,
  todos: 1,
  linhas: [row],
  fontes: [{ fonte: 'forum', titulo: 'Fórum' }],
  pessoas: [],
  pode_mudar: false,
  cobertura: { fontes: 1 },
}
const detail = { caso: untouched, passos: [], historico: [] }
const ALL: Answers = {
  '/casos': body(page),
  '/casos?': body(page),
  '/casos?busca=ana': body(page),
  '/emails/7': body(exposure),
  '/emails/7/casos': body({ casos: [], pessoas: [], pode_mudar: false }),
  '/emails/7/caso?fonte=forum': body(detail),
  '/emails/ana%40acme.com': body(exposure),
  '/emails/ana%40acme.com/casos': body({ casos: [], pessoas: [], pode_mudar: true }),
  '/emails/ana%40acme.com/caso?fonte=forum': body(detail),
  '/emails/ana%40acme.com/caso': body({ ...detail, caso: { ...untouched, estado: 'tratado', versao: 1 } }),
  '/webhooks': body({ webhooks: [] }),
}

let api: ApiServer
afterEach(async () => {
  await act(async () => document.body.replaceChildren())
  api.close()
  jest.restoreAllMocks()
})

type Given = Partial<Record<'view' | 'address' | 'filter' | 'place' | 'locale', string>>

const mount = async (scope: string, attributes: Given, data = ALL, getToken: GetToken | null = null) => {
  api = await startApiServer(data)
  const element = document.createElement(ANALYTICS_ELEMENT)
  if (!isElement(element)) throw new Error('the element is not defined')
  for (const [name, value] of Object.entries({ api: api.url, ...attributes })) element.setAttribute(name, value)
  if (getToken) element.getToken = getToken
  else element.token = tokenWith(scope)
  const heard = { views: [] as AnalyticsView[], cases: [] as AnalyticsCase[], errors: [] as string[], ready: 0 }
  element.addEventListener('view-change', ({ detail: view }) => void heard.views.push(view))
  element.addEventListener('case-changed', ({ detail: changed }) => void heard.cases.push(changed))
  element.addEventListener('error', ({ detail: { code } }) => void heard.errors.push(code))
  element.addEventListener('ready', () => void (heard.ready += 1))
  await act(async () => document.body.append(element))
  const root = element.shadowRoot?.firstElementChild
  if (!(root instanceof HTMLElement)) throw new Error('there is nothing to look at')
  return { element, heard, look: within(root) }
}

// Rule: M-EMBED-43, M-EMBED-68, M-EMBED-69
test('without the scope of addresses the dashboard has no way to one, as before there were views', async () => {
  const { look } = await mount('leaks:read', {}, { ...answers(), '/emails': body(emails(3)) })
  await look.findByText('1.284')
  expect((await look.findAllByRole('rowheader')).flatMap((cell) => within(cell).queryAllByRole('button'))).toEqual([])
})

// Rule: P-SEVERITY-5, P-ADDRESS-12, P-ADDRESS-14
test('an address tells the rule of its severity and the rows of its numbers, and no decision without the scope of cases', async () => {
  const [source] = exposure.fontes
  const hashed = { ...exposure, fontes: [{ ...source, numero_hashes: 1, hashes: ['md5'] }] }
  const hash = { ordem: 1, nome: null, dia: '2026-11-20', ultimo: '2026-11-20', tipos: ['md5'], fontes: ['forum'] }
  const { look } = await mount(
    'addresses:read',
    { address: ANA },
    {
      '/emails/ana%40acme.com': body(hashed),
      '/emails/ana%40acme.com/linhas?numero=hashes&depois=0&fonte=forum': body({ total: 1, linhas: [hash] }),
    },
  )
  const rule = await look.findByText(/^Como se calcula/)
  await act(async () => void fireEvent.click(rule))
  expect(await look.findByRole('table', { name: 'Motivos e pontos' })).toBeTruthy()
  await act(async () => void fireEvent.click(look.getByText(/^1 em hash/)))
  expect(await look.findByText(/^Hash 1 · md5/)).toBeTruthy()
  expect(api.asked.filter((path) => path.includes('/caso'))).toEqual([])
})

// Rule: M-EMBED-43, M-EMBED-68, M-EMBED-69
test('the cases are shown without the people and the calls of the dashboard, and lead to an address and back', async () => {
  const { look, heard, element } = await mount('cases:read addresses:read', { view: 'cases' })
  const link = within(await look.findByRole('rowheader')).getByRole('button')
  expect(heard.ready).toBe(1)
  expect(api.asked.join()).not.toMatch(/resumo|analises|\/emails/)
  expect(look.queryByRole('columnheader', { name: /Responsável/ })).toBeNull()
  expect(look.queryByRole('combobox', { name: /Responsável/ })).toBeNull()
  await act(async () => void fireEvent.click(link))
  expect(await look.findByRole('region', { name: ANA })).toBeTruthy()
  await waitFor(() => expect(heard.views.at(-1)?.place).toBe('address=7&case=forum'))
  await act(async () => void fireEvent.click(look.getByRole('button', { name: 'Fechar' })))
  expect(look.queryByRole('region', { name: ANA })).toBeNull()
  await waitFor(() => expect(heard.views.at(-1)?.place).toBe(''))
  await act(async () => void (element.place = 'address=7'))
  expect(await look.findByRole('region', { name: ANA })).toBeTruthy()
  // Another view takes the place of what was opened over the one before.
  await act(async () => void (element.view = 'alerts'))
  expect(look.queryByRole('region', { name: ANA })).toBeNull()
})

// Rule: M-EMBED-43, M-EMBED-68, M-EMBED-69
test("the portal's filter is the search of the cases, and what a person types is told as the filter", async () => {
  const { look, heard } = await mount('cases:read', { view: 'cases', filter: 'ana' })
  await look.findByText(ANA)
  expect(api.asked.join()).toContain('/casos?busca=ana')
  expect(within(look.getByRole('rowheader')).queryByRole('button')).toBeNull()
  await act(async () => void fireEvent.change(look.getByRole('searchbox'), { target: { value: '' } }))
  await waitFor(() => expect(heard.views).toEqual([{ filter: '', place: 'filter=' }]))
})

// Rule: M-EMBED-43, M-EMBED-68, M-EMBED-69
test('a view that the portal reloads stays where the person is, and not where its first place led', async () => {
  const { look, element } = await mount('cases:read addresses:read', { view: 'cases', place: 'address=7' })
  await look.findByRole('region', { name: ANA })
  await act(async () => void fireEvent.click(look.getByRole('button', { name: 'Fechar' })))
  const before = api.asked.length
  await act(async () => element.reload())
  await look.findByLabelText('Procurar endereço')
  await waitFor(() => expect(api.asked.slice(before).join()).toMatch(/^GET .api.casos\??$/))
  expect(look.queryByRole('region', { name: ANA })).toBeNull()
})

// Rule: M-EMBED-43, M-EMBED-68, M-EMBED-69
test('a view that the portal reloads asks for no other token, and shows an open address anew', async () => {
  const getToken = jest.fn(() => tokenWith('cases:read addresses:read'))
  const { look, element, heard } = await mount('', { view: 'cases', place: 'address=7' }, ALL, getToken)
  await look.findByRole('region', { name: ANA })
  await waitFor(() => expect(heard.ready).toBe(1))
  for (const round of [1, 2]) {
    const before = api.asked.length
    await act(async () => element.reload())
    await look.findByRole('region', { name: ANA })
    await waitFor(() => expect(api.asked.slice(before).join()).toMatch(/^(?=.*emails.7,)(?=.*casos)/))
    expect([round, heard.ready, getToken.mock.calls]).toEqual([round, 1, [['initial']]])
  }
})

// Rule: M-EMBED-43, M-EMBED-68, M-EMBED-69
test('a view without permission is reloaded with another token, and one that could not be read with the same', async () => {
  jest.spyOn(console, 'error').mockReturnValue()
  const scopes = ['leaks:read', 'cases:read']
  const getToken = jest.fn(() => tokenWith(scopes.shift() ?? ''))
  const data: Record<string, Answers[string]> = { ...ALL, '/casos': { kind: 'status', status: 403, body: {} } }
  const { look, element, heard } = await mount('', { view: 'cases' }, data, getToken)
  await look.findByText('Sem permissão')
  Object.assign(data, ALL)
  await act(async () => element.reload())
  await look.findByText(ANA)
  data['/casos'] = data['/casos?'] = { kind: 'status', status: 500, body: {} }
  for (const round of [1, 2]) {
    await act(async () => element.reload())
    await waitFor(() => expect(heard.errors).toHaveLength(1 + round))
  }
  Object.assign(data, ALL)
  await act(async () => element.reload())
  await look.findByText(ANA)
  expect(heard.errors).toEqual(['forbidden', 'api-error', 'api-error'])
  expect(getToken.mock.calls).toEqual([['initial'], ['initial']])
})

// Rule: M-EMBED-43, M-EMBED-68, M-EMBED-69
test('a search that another one takes the place of is no error', async () => {
  const log = jest.spyOn(console, 'error').mockReturnValue()
  const { look, heard } = await mount(
    'cases:read',
    { view: 'cases' },
    { ...ALL, '/casos?busca=a': { kind: 'timeout' } },
  )
  await look.findByText(ANA)
  const type = async (value: string) => {
    await act(async () => void fireEvent.change(look.getByRole('searchbox'), { target: { value } }))
    await waitFor(() => expect(api.asked.join()).toContain(`/casos?busca=${value}`))
  }
  await type('a')
  await type('ana')
  await look.findByText(ANA)
  expect([heard.errors, log.mock.calls]).toEqual([[], []])
})

// Rule: P-DASH-34
test('in a portal the number of sources is a text', async () => {
  const cobertura = { fontes: 12, atualizado_em: '2026-11-22T15:00:00Z' }
  const data = {
    ...ALL,
    ...answers(),
    '/dashboard/resumo': body(emptySummary),
    '/casos': body({ ...page, cobertura }),
  }
  const { look, element } = await mount('leaks:read cases:read addresses:read', {}, data)
  const isText = async (text: RegExp) => {
    const [line] = await look.findAllByText(text)
    expect(line?.closest('button, a')).toBeNull()
  }
  await isText(/^Nenhum vazamento em 12 fontes, atualizado em /)
  await act(async () => void (element.view = 'cases'))
  await isText(/Atualizado em 22\/11\/2026, 12 fontes\.$/)
  await act(async () => void (element.address = ANA))
  await isText(/Atualizado em 22\/11\/2026, 1 fonte\./)
  expect(api.asked.join()).not.toContain('fontes?')
})

// Rule: M-EMBED-43, M-EMBED-68, M-EMBED-69
test('an address that the portal shows is in its language, and a changed case is told', async () => {
  const scope = 'addresses:read cases:read cases:change'
  const { look, heard } = await mount(scope, { address: ANA, locale: 'en', place: 'address=ana%40acme.com&case=forum' })
  expect(await look.findByText('Where it leaked')).toBeTruthy()
  const field = await look.findByRole('combobox', { name: 'State' })
  await act(async () => void fireEvent.change(field, { target: { value: 'tratado' } }))
  await act(async () => void fireEvent.click(look.getByRole('button', { name: 'Save' })))
  expect(await look.findByText('Case saved.')).toBeTruthy()
  expect(heard.cases).toEqual([{ address: ANA, source: 'forum', state: 'tratado' }])
})

// Rule: M-EMBED-43, M-EMBED-68, M-EMBED-69
test('what a token may not change has no way to be changed', async () => {
  const alerts = await mount('alerts:read', { view: 'alerts' })
  expect(await alerts.look.findByText('Nenhum webhook ainda.')).toBeTruthy()
  expect(alerts.look.queryByRole('button', { name: 'Adicionar webhook' })).toBeNull()
  api.close()
  const address = await mount('addresses:read', { address: ANA })
  expect(await address.look.findByText('Onde vazou')).toBeTruthy()
  expect(address.look.queryByRole('button', { name: 'Ver o caso' })).toBeNull()
  expect(api.asked.join()).not.toContain('casos')
})

// Rule: M-EMBED-43, M-EMBED-68, M-EMBED-69
test('what a view is refused is told once in its own place, and another view begins without it', async () => {
  jest.spyOn(console, 'error').mockReturnValue()
  const forbidden = { kind: 'status', status: 403, body: { detail: 'Sem permissão.' } } as const
  const missing = { kind: 'status', status: 404, body: { detail: 'Não está entre os monitorados.' } } as const
  const data = { '/webhooks': forbidden, '/casos': forbidden, '/emails/x%40acme.com': missing, ...answers() }
  const { look, heard, element } = await mount('leaks:read', { view: 'alerts' }, data)
  await look.findByText('Sem permissão')
  await act(async () => void (element.view = 'cases'))
  await waitFor(() => expect(heard.errors).toEqual(['forbidden', 'forbidden']))
  await waitFor(() => expect(look.getAllByText('Sem permissão')).toHaveLength(1))
  await act(async () => void (element.address = 'x@acme.com'))
  await look.findByText('Endereço não encontrado')
  expect(heard.errors).toEqual(['forbidden', 'forbidden', 'unknown-address'])
  expect(look.queryByRole('alert')).toBeNull()
})
