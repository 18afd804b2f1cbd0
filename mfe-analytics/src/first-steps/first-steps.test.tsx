import type { SessionState } from '@atalaia/contracts'
import { RemoteProvider } from '@atalaia/react'
import { createMemoryRouter, RouterProvider } from '@atalaia/react/router'
import { createFakeContext, type Reply } from '@atalaia/testing'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import './first-steps-card.tsx'
import { FirstSteps } from './first-steps.tsx'

const ALL = ['email', 'enderecos', 'avisos', 'nome', 'segundo-fator', 'colegas']
const steps = (done: readonly string[], encerrados = false): Reply => ({
  kind: 'body',
  body: { encerrados, passos: ALL.map((passo) => ({ passo, feito: done.includes(passo) })) },
})
const setting: Reply = { kind: 'body', body: { frequencia: 'diaria', gravidade_minima: 'alta', para: 'ana@acme.com' } }
const card = () => screen.findByRole('region', { name: /^Primeiros passos \d/ })

const open = (reply: Reply, firstSteps = true) => {
  let current = reply
  const session: SessionState = {
    status: 'active',
    user: { email: 'ana@acme.com' },
    expiresAt: Number.MAX_SAFE_INTEGER,
    role: 'owner',
    firstSteps,
  }
  const fake = createFakeContext({
    name: 'mfe-analytics',
    session,
    api: ({ method, path }) => {
      if (method === 'get') return current
      return path === '/alertas' ? setting : { kind: 'body', body: {} }
    },
  })
  const router = createMemoryRouter([{ path: '/', element: <FirstSteps addresses={0} /> }])
  render(
    <RemoteProvider context={fake.context}>
      <RouterProvider router={router} />
    </RemoteProvider>,
  )
  return { ...fake, answer: (next: Reply) => void (current = next) }
}

// Rule: P-START-1
test('a newcomer sees the steps, which are done, and the control of each other one', async () => {
  open(steps(['email']))
  const region = within(await card())
  expect(region.getByRole('heading')).toHaveTextContent('Primeiros passos 1 de 6')
  expect(region.getAllByRole('listitem')[0]).toHaveTextContent('Confirme seu e-mail, feito')
  expect(region.queryByRole('link', { name: 'Reenviar o link' })).toBeNull()
  const ways = region.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(ways).toEqual([
    ['Adicionar', '/app/main/analytics/enderecos'],
    ['Verificar domínio', '/app/main/analytics/dominios'],
    ['Dar nome', '/app/organizacao'],
    ['Ligar', '/app/conta?parte=seguranca'],
    ['Convidar', '/app/organizacao?parte=pessoas'],
  ])
})

// Rule: P-START-3
test.each([
  ['Sim', 'diaria'],
  ['Não', 'nunca'],
])('nothing is turned on before "%s" is pressed', async (name, frequencia) => {
  const { calls, answer } = open(steps(['email']))
  const region = within(await card())
  expect(region.getByText(/Todo dia, a partir de Alta/)).toBeVisible()
  expect(calls.filter(({ path }) => path === '/alertas')).toEqual([])
  answer(steps(['email', 'avisos']))
  await userEvent.click(region.getByRole('button', { name }))
  expect(calls).toContainEqual(
    expect.objectContaining({ path: '/alertas', body: { frequencia, gravidade_minima: 'alta' } }),
  )
  expect(await region.findByText('2 de 6')).toBeVisible()
})

// Rule: P-START-2
test.each([
  ['Dispensar', ['email']],
  ['Concluir', ALL],
])('"%s" ends the steps for good', async (name, done) => {
  const { calls } = open(steps(done))
  await userEvent.click(within(await card()).getByRole('button', { name }))
  expect(screen.queryByRole('region', { name: /^Primeiros passos/ })).toBeNull()
  expect(calls.map(({ path }) => path)).toContain('/primeiros-passos/encerrar')
})

// Rule: P-START-2
test('steps that ended elsewhere are not shown', async () => {
  const { calls } = open(steps([], true))
  await waitFor(() => expect(calls).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

// Rule: P-START-2
test('a session without first steps asks for none', () => {
  const { calls } = open(steps([]), false)
  expect(calls).toEqual([])
  expect(screen.queryByRole('region')).toBeNull()
})
