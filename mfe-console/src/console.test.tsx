import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AT, CHANNEL, createFake, held, openBoard, plan } from '../testing/fake-gateway.tsx'
import { Board } from './board/board.tsx'
import { createGateway } from './gateway/create-gateway.ts'
import { SignIn } from './sign-in.tsx'
import { reasonText } from './texts.ts'

// Rule: M-CONSOLE-2
// Threat: T-CONSENT-10
test('a key that the gateway does not know is refused in Portuguese, and one that it knows is kept in no storage', async () => {
  const fake = createFake()
  const onEntered = jest.fn()
  render(<SignIn enter={(key) => createGateway(key, undefined, fake.send)} onEntered={onEntered} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Entrar' }))
  expect(screen.getByText('Informe a chave.')).toBeVisible()
  await user.type(screen.getByLabelText('Chave de publicação'), 'atd_secret')
  await user.click(screen.getByRole('button', { name: 'Entrar' }))
  expect(onEntered).toHaveBeenCalledTimes(1)
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])).not.toContain('atd_secret')
  fake.refuse(401, { message: 'this deploy token is not known' })
  await user.click(screen.getByRole('button', { name: 'Entrar' }))
  expect(await screen.findByText(/^Esta chave não vale/)).toBeVisible()
})

// Rule: M-CONSOLE-1
test('it shows what is live, the rollout with its verdict in a sentence, and the history with reasons', async () => {
  await openBoard()
  const row = screen.getByRole('row', { name: /mfe-novo/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['stable', '1.1.0', '1.2.0 em 10 %', 'retida', 'time-novo'])
  expect(
    screen.getByText(
      'A 1.2.0 falhou em 40 de 1.000 navegadores (na fase “renderização”: 36), e a 1.1.0 falhou em 90 de 9.000 navegadores no mesmo período: ao menos 2,6 vezes mais. A versão é pior.',
    ),
  ).toBeVisible()
  expect(within(screen.getByRole('list', { name: 'Passos' })).getByText('10 %')).toHaveAttribute('aria-current', 'step')
  expect(screen.getByText('gráfico novo')).toBeVisible()
  expect(screen.getByText('Passo 2 de 3: 20 de 24 navegadores não conseguiram abrir a 1.2.0.')).toBeVisible()
})

// Rule: M-CONSOLE-4
// Threat: T-CONSENT-10
test('a person’s reason stays as it was written, also where it reads like one of the gateway', () => {
  const said = '20 of 24 browsers could not bring up 1.2.0'
  const [own, told] = ['20 de 24 navegadores não conseguiram abrir a 1.2.0.', (who: string) => reasonText(said, who)]
  expect([told('gateway'), told('gateway, rollout of ana')]).toEqual([own, own])
  expect([told('ana@example.com'), told('gateway (token ci)')]).toEqual([said, said])
})

// Rule: M-CONSOLE-9, M-RIGHT-1
test.each([
  [['rollback'], ['Desfazer', 'Voltar a última promoção']],
  [['publish'], ['Prévia de 1.1.0', 'Prévia de 1.2.0']],
  [
    ['promote'],
    ['Desfazer', 'Promover 1.2.0', 'Prévia de 1.1.0', 'Prévia de 1.2.0', 'Retomar', 'Voltar a última promoção'],
  ],
])('a key that may %s is shown the buttons of its orders alone, with whose it is and its end', async (may, names) => {
  const { send } = createFake(held, { may })
  render(<Board gateway={createGateway('atp_key', undefined, send)} onLeave={jest.fn()} />)
  expect(await screen.findByText(/Chave de rui@acme\.example, até /)).toBeVisible()
  await screen.findByText('gráfico novo')
  const shown = screen.getAllByRole('button').map(({ textContent }) => textContent ?? '')
  const orders = /^(Pausar|Retomar|Desfazer|Promover|Prévia|Voltar)/
  expect(shown.filter((name) => orders.test(name)).toSorted()).toEqual(names)
})

const checks = [
  { name: 'Banco de dados', state: 'ok', text: 'PostgreSQL 18.4', advice: null },
  { name: 'API: Email', state: 'fail', text: 'ECONNREFUSED', advice: 'Corrija SMTP_URL.' },
]

// Rule: M-CONSOLE-14
test('an operator checks the installation, and reads what to do', async () => {
  const { user } = await openBoard(createFake(held, { isOperator: true, checks }))
  await user.click(await screen.findByRole('button', { name: 'Verificar agora' }))
  expect(await screen.findByText('1 verificação falhou.')).toBeVisible()
  const row = screen.getByRole('row', { name: /API: Email/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Falha', 'ECONNREFUSED', 'Corrija SMTP_URL.'])
})

test('a key of a team is shown no checks of the installation', async () => {
  const { send } = createFake(held, { may: ['promote'] })
  render(<Board gateway={createGateway('atp_key', undefined, send)} onLeave={jest.fn()} />)
  await screen.findByText(/Chave de rui/)
  expect(screen.queryByRole('button', { name: 'Verificar agora' })).toBeNull()
})

// Rule: M-CONSOLE-3
test('what is held is resumed with a reason alone, after a question, and what the gateway refuses is said there', async () => {
  const { user, orders, refuse } = await openBoard()
  await user.click(screen.getByRole('button', { name: 'Retomar' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Retomar 1.2.0?' }))
  await user.click(dialog.getByRole('button', { name: 'Retomar' }))
  expect(dialog.getByText('Diga o motivo: ele fica no histórico.')).toBeVisible()
  expect(orders).toEqual([])
  await user.type(dialog.getByLabelText('Motivo'), 'relatos forjados')
  refuse(409, { type: 'urn:atalaia:problem:order-not-paused', message: 'the rollout is not paused' })
  await user.click(dialog.getByRole('button', { name: 'Retomar' }))
  expect(await dialog.findByText('A distribuição não está pausada: alguém já a retomou.')).toBeVisible()
  expect(orders).toMatchObject([
    {
      path: '/-/remotes/mfe-novo/rollouts/resume',
      body: { channel: 'stable', why: 'relatos forjados', force: true },
      headers: { authorization: 'Bearer atd_key', 'x-actor': 'ana@acme.example' },
    },
  ])
})

// Rule: M-CONSOLE-3
test('a version is promoted in steps, and compared with what everybody gets', async () => {
  const { user, orders } = await openBoard(createFake({ ...held, held: null }))
  await user.click(screen.getByRole('button', { name: 'Comparar 1.2.0' }))
  const differences = await screen.findByRole('table', { name: 'De 1.1.0 para 1.2.0' })
  expect(
    within(differences)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Todos os arquivos', 'Rota /app/novo', 'Rota /app/outro'])
  await user.click(screen.getByRole('button', { name: 'Promover 1.2.0' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Promover' }))
  expect(orders).toMatchObject([
    {
      path: '/-/remotes/mfe-novo/rollouts/start',
      body: { version: '1.2.0', channel: 'stable', steps: [1, 10, 50, 100], every: 600_000, why: null, force: false },
    },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Rule: M-CONSOLE-5
test('by keyboard alone: the focus goes where reading goes on, and Enter gives the order', async () => {
  const { user, orders } = await openBoard(createFake({ ...held, held: null }))
  const resume = screen.getByRole('button', { name: 'Retomar' })
  resume.focus()
  await user.keyboard('{Enter}')
  const reason = screen.getByLabelText('Motivo (opcional)')
  reason.focus()
  await user.keyboard('de volta{Enter}')
  expect(orders).toMatchObject([{ path: '/-/remotes/mfe-novo/rollouts/resume', body: { why: 'de volta' } }])
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(resume).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'mfe-novo' }))
  expect(screen.getByRole('heading', { name: 'mfe-novo' })).toHaveFocus()
})

// Rule: M-CONSOLE-3
test('the gate speaks before the order: what it refuses is promoted with a reason alone', async () => {
  const reasons = [{ code: 'route-collision', message: '/app/x: it belongs to mfe-auth' }]
  const { user, orders } = await openBoard(createFake({ ...held, held: null }, { reasons }))
  await user.click(screen.getByRole('button', { name: 'Promover 1.2.0' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Promover mfe-novo 1.2.0?' }))
  expect(await dialog.findByText('a rota já tem dono (/app/x: it belongs to mfe-auth)')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Promover' }))
  expect(orders).toEqual([])
  await user.type(dialog.getByLabelText('Motivo'), 'combinado com o dono')
  await user.click(dialog.getByRole('button', { name: 'Promover' }))
  expect(orders).toMatchObject([{ body: { why: 'combinado com o dono', force: true } }])
})

// Rule: M-CONSOLE-3
test('what the gateway refuses only when the order comes is said in the dialog, and overruled with a reason', async () => {
  const { user, orders, refuse } = await openBoard(createFake({ ...held, held: null }))
  await user.click(screen.getByRole('button', { name: 'Promover 1.2.0' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(await dialog.findByText('O portão não tem nada contra.')).toBeVisible()
  refuse(422, { reasons: [{ code: 'frozen', message: `frozen by "Natal" until ${AT}` }] })
  await user.click(dialog.getByRole('button', { name: 'Promover' }))
  expect(await dialog.findByText(/^Recusado: Congelado por “Natal” até 20\/11\/2026/)).toBeVisible()
  await user.type(dialog.getByLabelText('Motivo'), 'conserto urgente')
  await user.click(dialog.getByRole('button', { name: 'Promover' }))
  expect(orders.map(({ body }) => body)).toMatchObject([{ force: false }, { force: true, why: 'conserto urgente' }])
})

// Rule: M-CONSOLE-6
test('orders go to the channel that is chosen, in the table or above the remote', async () => {
  const beta = { ...CHANNEL, channel: 'beta', version: '1.1.0', candidate: null, percent: null, held: null }
  const { user, orders } = await openBoard(createFake({ ...held, held: null }, { others: [beta] }))
  await user.selectOptions(screen.getByLabelText('Canal'), 'beta')
  expect(screen.queryByRole('button', { name: 'Retomar' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Voltar a última promoção' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Voltar' }))
  expect(orders).toMatchObject([{ path: '/-/remotes/mfe-novo/rollback', body: { channel: 'beta' } }])
  await user.click(within(screen.getByRole('row', { name: /stable/ })).getByRole('button', { name: 'mfe-novo' }))
  expect(await screen.findByRole('button', { name: 'Retomar' })).toBeVisible()
})

// Rule: M-CONSOLE-7
test('before the shell moves, the doctor names who would show a panel, and who lags', async () => {
  const { user } = await openBoard()
  await user.click(screen.getByRole('button', { name: 'Ver quem quebraria' }))
  expect(await screen.findByText('Nada está quebrado agora.')).toBeVisible()
  const rows = within(screen.getByRole('table', { name: 'Quem fica para trás' }))
  expect(rows.getByRole('row', { name: 'react 19.2.0 20.0.0 mfe-novo 1.1.0 (aceita ^19.0.0)' })).toBeVisible()
  await user.type(screen.getByLabelText('React na versão'), 'vinte')
  await user.click(screen.getByRole('button', { name: 'Ver quem quebraria' }))
  expect(screen.getByText('Escreva uma versão, como 20.0.0.')).toBeVisible()
  await user.clear(screen.getByLabelText('React na versão'))
  await user.type(screen.getByLabelText('React na versão'), '20')
  await user.click(screen.getByRole('button', { name: 'Ver quem quebraria' }))
  expect(await screen.findByText('Se o shell mudar agora, 1 versão mostra um painel:')).toBeVisible()
  expect(screen.getByText(/^o shell no ar não|^a página teria um módulo compartilhado duas vezes/)).toBeVisible()
})

// Rule: M-CONSOLE-8
test('a preview is an address that ends, and is copied with one click', async () => {
  const { user, orders } = await openBoard()
  await user.click(screen.getByRole('button', { name: 'Prévia de 1.2.0' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Prévia de mfe-novo 1.2.0' }))
  expect(await dialog.findByLabelText('Endereço da prévia')).toHaveValue('https://atalaia.example/app/novo?mfe=x')
  expect(orders).toMatchObject([{ path: '/-/remotes/mfe-novo/preview', body: { version: '1.2.0', minutes: 4320 } }])
  await user.click(dialog.getByRole('button', { name: 'Copiar endereço' }))
  expect(await dialog.findByText('Endereço copiado.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('https://atalaia.example/app/novo?mfe=x')
})

// Rule: M-CONSOLE-10
test('a team reads the rights of its remote and who gave them, and is offered no change', async () => {
  await openBoard()
  const grants = within(await screen.findByRole('list', { name: 'Permissões' }))
  expect(grants.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'O token da sessão token',
    'Rotas públicas public-routes pelo build do gateway',
  ])
  expect(within(screen.getByRole('list', { name: 'Endereços reservados' })).getByText('/app/novo')).toBeVisible()
  expect(screen.getByText('combinado')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Revogar|Conceder|Liberar|Reservar/ })).toBeNull()
})

// Rule: M-CONSOLE-10
test('an operator grants, revokes, reserves and releases after a question, by keyboard too', async () => {
  const { user, orders } = await openBoard(createFake(held, { mayChange: true }))
  const confirm = (name: string) => user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
  await user.click(await screen.findByRole('button', { name: 'Revogar token' }))
  await confirm('Revogar')
  await user.click(await screen.findByText('Conceder mais'))
  screen.getByRole('button', { name: 'Conceder api:leaks:read' }).focus()
  await user.keyboard('{Enter}')
  screen.getByLabelText('Motivo (opcional)').focus()
  await user.keyboard('lê números{Enter}')
  await user.type(await screen.findByLabelText('Endereço a reservar'), 'estoque{Enter}')
  expect(screen.getByText('Escreva um endereço, como /app/estoque.')).toBeVisible()
  await user.clear(screen.getByLabelText('Endereço a reservar'))
  await user.type(screen.getByLabelText('Endereço a reservar'), '/app/estoque{Enter}')
  await confirm('Reservar')
  await user.click(await screen.findByRole('button', { name: 'Liberar /app/novo' }))
  await confirm('Liberar')
  expect(orders.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
    ['grants', { grants: [], why: null }],
    ['grants', { grants: ['token', 'api:leaks:read'], why: 'lê números' }],
    ['own', { prefix: '/app/estoque', why: null }],
    ['release', { prefix: '/app/novo', why: null }],
  ])
})

// Rule: M-VERIFY-7
test('what a browser found of a version stands beside it before it is promoted, in Portuguese with its own words', async () => {
  const { user } = await openBoard()
  const failed = await screen.findByRole('button', { name: 'Navegador sobre 1.2.0: falhou' })
  expect(screen.getByText('não verificada')).toBeVisible()
  await user.click(failed)
  const found = within(screen.getByRole('region', { name: 'Veredito do navegador sobre 1.2.0' }))
  expect(found.getByText(/0 de 1 rotas apareceram no shell 1.3.0/)).toBeVisible()
  expect(found.getByText('Rota page: não apareceu (render failed: no such thing)')).toBeVisible()
  await user.click(failed)
  expect(failed).toHaveAttribute('aria-expanded', 'false')
})

// Rule: M-CONSOLE-11
test('a promotion that another person asked for is approved or refused here, and a freeze is named with its end', async () => {
  const frozen = { name: 'Natal', until: AT }
  const approvals = [{ remote: 'mfe-novo', channel: 'stable', within: 60_000, who: 'root' }]
  const missed = { ...plan, id: 3, status: 'missed', audience: null, approveUntil: null, percent: 100 }
  const plans = { plans: [plan, missed], frozen, approvals }
  const canary = { ...held, held: null, audience: { role: ['admin'] } }
  const { user, orders } = await openBoard(createFake(canary, { plans }))
  expect(screen.getByRole('cell', { name: '1.2.0 em 10 % de papel admin' })).toBeVisible()
  expect(screen.getByText(/^Congelado por “Natal” até 20\/11\/2026/)).toBeVisible()
  expect(
    screen.getByText(/para 10 % de organização 12 ou 13 e região BR, pedida por bia: espera a aprovação/),
  ).toBeVisible()
  expect(
    within(screen.getByRole('list', { name: 'Terminadas' })).getByText(/nenhum gateway estava no ar/),
  ).toBeVisible()
  for (const [button, confirm] of [
    ['Aprovar 1.2.0', 'Aprovar'],
    ['Recusar 1.2.0', 'Recusar'],
    ['Cancelar o pedido de 1.2.0', 'Cancelar pedido'],
  ]) {
    await user.click(screen.getByRole('button', { name: button }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: confirm }))
  }
  expect(orders.map(({ path, body }) => [path, body])).toEqual(
    ['approve', 'refuse', 'cancel'].map((what) => [`/-/remotes/mfe-novo/plans/4/${what}`, { why: null }]),
  )
})
