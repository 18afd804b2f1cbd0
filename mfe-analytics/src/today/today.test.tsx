import type { Today } from '@atalaia/contracts/today'
import { RemoteProvider } from '@atalaia/react'
import { createMemoryRouter, RouterProvider } from '@atalaia/react/router'
import { createFakeContext } from '@atalaia/testing'
import { act, render, screen, within } from '@testing-library/react'
import { SectionLinks } from '../sections/section-links.tsx'
import { answers, emails } from '../testing/answers.ts'
import { openScreen, sessionOf } from '../testing/open-screen.tsx'

afterEach(() => jest.restoreAllMocks())

const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const NOTHING: Today = {
  enderecos: 24,
  casos_abertos: 56,
  casos_criticos: 0,
  casos_vencidos: 0,
  seus_vencidos: 0,
  seus_hoje: 0,
  incidentes: 0,
  anpd: null,
}
const term = { incidente: 'i1', numero: 1, ultimo_dia: '2026-12-01', dias_uteis: 2, vencido: false }

const given = (today: Partial<Today>, novos?: number) => ({
  ...answers(),
  '/dashboard/hoje': body({ ...NOTHING, ...today }),
  '/emails?tamanho=100': body({ encontrados: 3, todos: 3, aguardam: 0, novos, linhas: emails(3) }),
})
const strip = () => within(screen.getByRole('region', { name: 'Hoje' }))
const linksIn = (part: Pick<typeof screen, 'queryAllByRole'>) =>
  part.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
const sections = () => within(screen.getByRole('navigation', { name: 'Páginas da análise' }))
const base = '/app/main/analytics'

// Rule: P-TODAY-1, P-TODAY-2, P-TODAY-3, P-TODAY-4, P-NEW-3
test('what is critical, new, due and has a term leads to its rows', async () => {
  await openScreen(given({ casos_criticos: 11, seus_hoje: 2, anpd: term }, 1204))
  expect(linksIn(strip())).toEqual([
    ['11 casos críticos em aberto', `${base}/casos?gravidade=critica#linhas`],
    ['1.204 novos desde a última visita', `${base}/enderecos?filtro=novos#linhas`],
    ['2 casos seus vencem hoje', `${base}/casos?responsavel=eu&prazo=hoje#linhas`],
    ['ANPD: faltam 2 dias úteis, incidente nº 1', `${base}/incidentes/i1`],
  ])
})

// Rule: P-TODAY-3
test('cases whose day has passed stand before those of today, and what is not there has no chip', async () => {
  await openScreen(given({ seus_vencidos: 1, seus_hoje: 2 }, 0))
  expect(linksIn(strip())).toEqual([['1 caso seu venceu', `${base}/casos?responsavel=eu&prazo=vencido#linhas`]])
})

// Rule: P-TODAY-4
test.each<[string, Partial<typeof term>, string]>([
  ['its last business day', { dias_uteis: 1 }, 'ANPD: falta 1 dia útil, incidente nº 1'],
  ['its last day', { dias_uteis: 0 }, 'ANPD: o prazo termina hoje, incidente nº 1'],
  ['a day after it', { dias_uteis: 0, vencido: true }, 'ANPD: prazo vencido, incidente nº 1'],
])('the term to the ANPD on %s', async (_when, changed, text) => {
  await openScreen(given({ anpd: { ...term, ...changed } }))
  expect(strip().getByRole('link')).toHaveTextContent(text)
})

// Rule: P-TODAY-5
test.each<[string, Partial<Today>, number | undefined, string]>([
  ['known', {}, 0, 'Nada de novo desde a última visita, nada crítico em aberto e nada seu vence hoje.'],
  ['in a first visit', {}, undefined, 'Nada crítico em aberto e nada seu vence hoje.'],
  ['without an address', { enderecos: 0 }, undefined, 'O que for novo, crítico ou tiver prazo para hoje aparece aqui.'],
])('with nothing to do the strip says so, %s', async (_when, today, novos, text) => {
  await openScreen(given(today, novos))
  expect(strip().getByText(text)).toBeVisible()
  expect(linksIn(strip())).toEqual([])
})

// Rule: P-TODAY-5
test('where the server tells nothing the strip is empty, and nothing is logged', async () => {
  const { lines } = await openScreen({ ...given({}), '/dashboard/hoje': { kind: 'status', status: 403, body: '' } })
  expect(screen.getByRole('region', { name: 'Hoje' })).toHaveTextContent(/^$/)
  expect(sections().getByRole('link', { name: 'Casos' })).toBeVisible()
  expect(lines).toEqual([])
})

// Rule: P-SECTION-1
test('the dashboard leads to each page below it, with how much is there and what is overdue', async () => {
  await openScreen(given({ casos_vencidos: 2, incidentes: 1 }))
  expect(
    sections()
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(
    ['', '/enderecos', '/casos', '/incidentes', '/dominios', '/relatorios', '/alertas'].map((path) => base + path),
  )
  expect(sections().getByRole('link', { name: 'Visão geral' })).toHaveAttribute('aria-current', 'page')
  for (const name of ['Endereços 24', 'Casos 56 em aberto 2 vencidos', 'Incidentes 1 em aberto', 'Avisos'])
    expect(sections().getByRole('link', { name })).toBeVisible()
})

const currentSection = () =>
  sections()
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => link.textContent)

const openSections = async (at: { readonly pathname: string; readonly state?: object }) => {
  const { context } = createFakeContext({
    session: sessionOf('ana@empresa.com.br'),
    api: async () => body({ ...NOTHING, casos_abertos: 7, enderecos: 0 }),
  })
  const router = createMemoryRouter([{ path: '*', Component: SectionLinks }], { initialEntries: [at] })
  render(
    <RemoteProvider context={context}>
      <RouterProvider router={router} />
    </RemoteProvider>,
  )
  await screen.findByRole('navigation')
  return router
}

// Rule: P-SECTION-2
test.each<[string, string, string | undefined, string]>([
  ['a page below', `${base}/dominios`, undefined, 'Domínios'],
  ['an incident', `${base}/incidentes/i1`, undefined, 'Incidentes'],
  ['an address over the cases', `${base}/enderecos/7`, `${base}/casos?estado=todos`, 'Casos'],
  ['an address over the addresses', `${base}/enderecos/7`, `${base}/enderecos?filtro=novos`, 'Endereços'],
  ['an address over the dashboard', `${base}/enderecos/7`, base, 'Visão geral'],
  ['an address that was opened directly', `${base}/enderecos/7`, undefined, 'Visão geral'],
])('%s marks the section that it belongs to', async (_what, pathname, below, name) => {
  await openSections({ pathname, ...(below && { state: { below } }) })
  expect(currentSection()).toEqual([expect.stringMatching(`^${name}`)])
})

// Rule: P-SECTION-2
test('on a narrow screen the links are scrolled to the current one, and back to the first', async () => {
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
  jest.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return 100 * [...(this.parentElement?.children ?? [])].indexOf(this)
  })
  const router = await openSections({ pathname: `${base}/dominios` })
  await screen.findByRole('link', { name: 'Casos 7 em aberto' })
  const list = sections().getByRole('list')
  expect(list.scrollLeft).toBe(300)
  await act(() => router.navigate(base))
  expect(list.scrollLeft).toBeLessThanOrEqual(0)
})

// Rule: P-SECTION-1
test('a page below the dashboard loads the counts itself', async () => {
  await openSections({ pathname: `${base}/dominios` })
  expect(await screen.findByRole('link', { name: 'Casos 7 em aberto' })).toBeVisible()
})
