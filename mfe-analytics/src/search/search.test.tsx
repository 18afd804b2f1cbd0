import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { answers } from '../testing/answers.ts'
import { openRoutes } from '../testing/open-screen.tsx'
import '../domains-page.tsx'
import './search-palette.tsx'

const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const HITS = {
  enderecos: [{ id: '7', email: 'bia@empresa.com.br' }],
  fontes: [{ fonte: 'forum', titulo: 'Fórum Penhasco' }],
  incidentes: [{ id: 'i1', numero: 1, nome: 'Caixa da Bia' }],
}
const base = '/app/main/analytics'
const open = (more = {}) => openRoutes({ ...answers(), '/busca?q=bia': body(HITS), ...more }, base)
const field = () => screen.findByRole('combobox', { name: /^Buscar endereços/ })
const options = () => screen.findAllByRole('option')

// Rule: P-SEARCH-3
test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])('%s opens the search, and Escape closes it', async (keys) => {
  await open()
  const button = screen.getByRole('button', { name: 'Buscar' })
  button.focus()
  await userEvent.keyboard(keys)
  expect(await field()).toHaveFocus()
  await userEvent.keyboard(keys)
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(button).toHaveFocus()
})

// Rule: P-SEARCH-3
test('what is typed finds addresses with their cases, sources, incidents and pages', async () => {
  const { calls } = await open({ '/busca?q=bi': body(HITS) })
  await userEvent.click(screen.getByRole('button', { name: 'Buscar' }))
  expect((await options()).map(({ textContent }) => textContent)).toEqual([
    'Visão geral',
    'Endereços',
    'Casos',
    'Incidentes',
    'Domínios',
    'Relatórios',
    'Avisos',
    'Conta',
    'Organização',
  ])
  await userEvent.type(await field(), 'bia')
  expect(await screen.findByRole('option', { name: 'bia@empresa.com.br' })).toHaveAttribute('aria-selected', 'true')
  expect((await options()).map(({ textContent }) => textContent)).toEqual([
    'bia@empresa.com.br',
    'Casos com “bia”',
    'Fórum Penhasco',
    'Nº 1: Caixa da Bia',
  ])
  expect(calls.map(({ path }) => path).filter((path) => path === '/busca?q=b')).toEqual([])
})

// Rule: P-SEARCH-3
test('arrows choose and Enter opens', async () => {
  const { place } = await open({ '/incidentes/i1': { kind: 'status', status: 404, body: {} } })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await field(), 'bia')
  await screen.findByRole('option', { name: 'bia@empresa.com.br' })
  await userEvent.keyboard('{ArrowUp}')
  const chosen = screen.getByRole('option', { selected: true })
  expect(chosen).toHaveTextContent('Nº 1: Caixa da Bia')
  expect(await field()).toHaveAttribute('aria-activedescendant', chosen.id)
  await userEvent.keyboard('{Enter}')
  expect(place().pathname).toBe(`${base}/incidentes/i1`)
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Rule: P-SEARCH-3
test('a page is found without its accents, and what nothing has is told', async () => {
  await open({
    '/busca?q=dominios': body({ enderecos: [], fontes: [], incidentes: [] }),
    '/busca?q=dominiosx': { kind: 'network' },
  })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await field(), 'dominios')
  expect(within(await screen.findByRole('listbox')).getAllByRole('option')).toHaveLength(1)
  await userEvent.type(await field(), 'x')
  expect(await screen.findByText('A busca não respondeu. Tente de novo.')).toBeVisible()
})
