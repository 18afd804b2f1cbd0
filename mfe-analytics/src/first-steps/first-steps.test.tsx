import type { SessionState } from '@atalaia/contracts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { answers } from '../testing/answers.ts'
import { openScreen } from '../testing/open-screen.tsx'

const ALL = ['email', 'enderecos', 'avisos', 'nome', 'segundo-fator', 'colegas']
const steps = (done: readonly string[], encerrados = false) => ({
  kind: 'body' as const,
  body: { encerrados, passos: ALL.map((passo) => ({ passo, feito: done.includes(passo) })) },
})
const setting = {
  kind: 'body',
  body: { frequencia: 'diaria', gravidade_minima: 'alta', para: 'ana@acme.com' },
} as const
const card = () => screen.findByRole('region', { name: /^Primeiros passos/ })
const open = async (more: Parameters<typeof openScreen>[0] = {}) => {
  const page = await openScreen({ ...answers(), '/primeiros-passos': steps(['email']), ...more })
  const session: SessionState = {
    status: 'active',
    user: { email: 'ana@empresa.com.br' },
    expiresAt: Number.MAX_SAFE_INTEGER,
    role: 'owner',
    firstSteps: true,
  }
  act(() => page.shell.publish('session:changed', session))
  return page
}

// Rule: P-START-1
test('a newcomer sees the steps, which are done, and the control of each other one', async () => {
  await open()
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
  const { calls, answer } = await open({ 'POST /alertas': setting })
  const region = within(await card())
  expect(region.getByText(/Todo dia, a partir de Alta/)).toBeVisible()
  expect(calls.filter(({ path }) => path === '/alertas')).toEqual([])
  answer({ '/primeiros-passos': steps(['email', 'avisos']) })
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
  const { calls } = await open({
    '/primeiros-passos': steps(done),
    'POST /primeiros-passos/encerrar': { kind: 'body', body: {} },
  })
  await userEvent.click(within(await card()).getByRole('button', { name }))
  expect(screen.queryByRole('region', { name: /^Primeiros passos/ })).toBeNull()
  expect(calls.map(({ path }) => path)).toContain('/primeiros-passos/encerrar')
})

test('steps that ended elsewhere are not shown, and a session without them asks for none', async () => {
  await open({ '/primeiros-passos': steps([], true) })
  expect(screen.queryByRole('region', { name: /^Primeiros passos/ })).toBeNull()
})

// Rule: P-START-2
test('a session without first steps asks for none', async () => {
  const { calls } = await openScreen(answers())
  expect(calls.map(({ path }) => path)).not.toContain('/primeiros-passos')
})
