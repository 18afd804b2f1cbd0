import type { Webhook, WebhookDelivery } from '@atalaia/contracts/alerts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openScreen, type Answers } from '../testing/open-screen.tsx'

const PLACE = '/app/main/analytics/alertas'

const setting = { frequencia: 'nunca', gravidade_minima: 'baixa', para: 'ana@empresa.com.br' }
const webhook: Webhook = {
  id: 'w1',
  nome: 'SIEM',
  endereco: 'https://siem.acme.com/…6789',
  modelo: 'atalaia',
  gravidade_minima: 'alta',
  ativo: true,
  criado_em: '2026-11-21T15:00:00Z',
  segredo_anterior_ate: null,
  esperando: 0,
  desistidas: 1,
}
const delivery: WebhookDelivery = {
  id: 'd1',
  tipo: 'findings',
  estado: 'desistida',
  criada_em: '2026-11-21T15:00:00Z',
  tentativas: 19,
  tentada_em: '2026-11-22T15:00:00Z',
  proxima_em: null,
  resposta: null,
  falha: 'ECONNREFUSED',
}
const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const open = (more: Answers = {}, role?: 'reader' | 'admin') =>
  openScreen(
    {
      '/alertas': body(setting),
      '/alertas/push': { kind: 'status', status: 404, body: undefined },
      '/webhooks': body({ webhooks: [webhook] }),
      ...more,
    },
    { at: PLACE, ...(role && { role }) },
  )
const button = (name: string) => screen.getByRole('button', { name })
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

// Rule: P-ALERT-1, P-ALERT-6
test('a person chooses when, and from which severity on, it is told by mail', async () => {
  const saved = { ...setting, frequencia: 'semanal', gravidade_minima: 'critica' }
  const { calls } = await open({ 'POST /alertas': body(saved) }, 'reader')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Avisos')
  expect(screen.queryByText('Webhooks da organização')).toBeNull()
  expect(screen.getByText(/Só quem administra a organização pode vê-los e alterá-los\.$/)).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Quando' }), 'Toda segunda às 8 h')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'A partir da gravidade' }), 'Crítica')
  await userEvent.click(button('Salvar'))
  expect(await screen.findByText('Seus avisos foram salvos.')).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ frequencia: 'semanal', gravidade_minima: 'critica' })
  expect(calls.some(({ path }) => path === '/webhooks')).toBe(false)
})

// Rule: P-ALERT-2, P-ALERT-27
test('a webhook is added, and its secret shown until somebody has copied it', async () => {
  const { calls, answer } = await open({
    '/webhooks': body({ webhooks: [] }),
    'POST /webhooks': { kind: 'status', status: 422, body: { detail: 'O endereço deve começar com https.' } },
  })
  expect(screen.getByText('Nenhum webhook ainda.')).toBeVisible()
  await userEvent.click(button('Adicionar webhook'))
  expect(await screen.findByText('Informe o nome e o endereço.')).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), 'SIEM')
  await userEvent.type(screen.getByRole('textbox', { name: 'Endereço (https)' }), 'http://siem.acme.com')
  await userEvent.click(button('Adicionar webhook'))
  expect(await screen.findByText('O endereço deve começar com https.')).toBeVisible()
  answer({ 'POST /webhooks': body({ webhook, segredo: 'whsec_abc' }) })
  await userEvent.click(button('Adicionar webhook'))
  expect(await screen.findByText('whsec_abc')).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({
    nome: 'SIEM',
    endereco: 'http://siem.acme.com',
    modelo: 'atalaia',
    gravidade_minima: 'baixa',
  })
  await userEvent.click(button('Já copiei'))
  expect(screen.queryByText('whsec_abc')).toBeNull()
  expect(screen.getByText('https://siem.acme.com/…6789')).toBeVisible()
})

// Rule: P-ALERT-2, P-ALERT-27
test('a webhook is tested, paused, given another secret, and removed after a question', async () => {
  const { calls } = await open({
    'POST /webhooks/w1/teste': body({ entregas: [] }),
    'POST /webhooks/w1/mudar': body({ ...webhook, ativo: false }),
    'POST /webhooks/w1/segredo': body({ segredo: 'whsec_new', anterior_ate: '2026-11-23T15:00:00Z' }),
    'POST /webhooks/w1/remover': body({ removido: 'w1' }),
  })
  await userEvent.click(button('Testar: SIEM'))
  expect(await screen.findByText(/^O teste está na fila/)).toBeVisible()
  await userEvent.click(button('Pausar: SIEM'))
  expect(await screen.findByText('Pausado')).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ nome: 'SIEM', gravidade_minima: 'alta', ativo: false })
  await userEvent.click(button('Trocar segredo: SIEM'))
  await userEvent.click(inDialog('Trocar segredo'))
  expect(await screen.findByText('whsec_new')).toBeVisible()
  expect(screen.getByText('O segredo anterior ainda assina até 23/11/2026, 12:00.')).toBeVisible()
  await userEvent.click(button('Remover: SIEM'))
  await userEvent.click(inDialog('Remover webhook'))
  expect(await screen.findByText('Nenhum webhook ainda.')).toBeVisible()
})

// Rule: P-ALERT-2, P-ALERT-27
test('calls that were given up are listed with the reason, and sent again', async () => {
  const { answer, calls } = await open({
    '/webhooks/w1/entregas?estado=desistida': body({ entregas: [delivery], encontradas: 1 }),
    'POST /webhooks/entregas/d1/reenviar': body({ reenviada: 'd1' }),
  })
  await userEvent.click(button('1 Falharam: Entregas'))
  expect(screen.getByText('Entregas')).toHaveFocus()
  expect(await screen.findByText('sem resposta (ECONNREFUSED)')).toBeVisible()
  answer({
    '/webhooks/w1/entregas?estado=desistida': body({ entregas: [], encontradas: 0 }),
    '/webhooks/w1/entregas': body({
      entregas: [{ ...delivery, tipo: 'reopened', estado: 'entregue', resposta: 204, falha: null }],
    }),
  })
  await userEvent.click(button('Reenviar a de 21/11/2026, 12:00'))
  expect(await screen.findByText('Nenhuma entrega neste estado.')).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Estado' }), 'Todas')
  expect(await screen.findByText('204')).toBeVisible()
  expect(screen.getByRole('cell', { name: 'Caso reaberto' })).toBeVisible()
  expect(calls.filter(({ method }) => method === 'postJson').map(({ path }) => path)).toEqual([
    '/webhooks/entregas/d1/reenviar',
  ])
})

// Rule: P-ALERT-5
test('a call that was given up beyond the first page is reached, and sending the last one of a page leads to the one before', async () => {
  const many = (encontradas: number) => body({ entregas: [{ ...delivery, id: 'd0' }], encontradas })
  const { answer, asked } = await open({
    '/webhooks/w1/entregas?estado=desistida': many(51),
    '/webhooks/w1/entregas?estado=desistida&pagina=2': body({ entregas: [delivery], encontradas: 51 }),
    'POST /webhooks/entregas/d1/reenviar': body({ reenviada: 'd1' }),
  })
  await userEvent.click(button('1 Falharam: Entregas'))
  await userEvent.click(await screen.findByRole('button', { name: /^Próxima/ }))
  expect(screen.getByRole('button', { name: /^Próxima/ })).toHaveFocus()
  answer({ '/webhooks/w1/entregas?estado=desistida': many(50) })
  await userEvent.click(button('Reenviar a de 21/11/2026, 12:00'))
  expect(asked().slice(-2)).toEqual(['POST /webhooks/entregas/d1/reenviar', '/webhooks/w1/entregas?estado=desistida'])
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Páginas das entregas a SIEM' })).toBeNull())
})

// Rule: P-ALERT-3
test('each part of the page that does not load says why', async () => {
  await open({
    '/alertas': { kind: 'timeout' },
    '/webhooks': { kind: 'status', status: 403, body: { detail: 'Seu papel não permite.' } },
  })
  expect(screen.getByText('O servidor não respondeu a tempo.')).toBeVisible()
  expect(screen.getByText('Sem permissão')).toBeVisible()
})

// Rule: P-DRAFT-1, P-DRAFT-3
test('a webhook that was half written is there again without its address, which may be a secret', async () => {
  await open()
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), 'SIEM')
  await userEvent.type(screen.getByRole('textbox', { name: 'Endereço (https)' }), 'https://hooks.slack.com/T/B/x')
  cleanup()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('slack.com')
  await open()
  expect(screen.getByRole('textbox', { name: 'Nome' })).toHaveValue('SIEM')
  expect(screen.getByRole('textbox', { name: 'Endereço (https)' })).toHaveValue('')
  sessionStorage.clear()
})

// Rule: P-ALERT-2, P-ALERT-27
test('a webhook of a chat has no secret to replace, and one that was added says so', async () => {
  const chat: Webhook = { ...webhook, id: 'w2', nome: 'Canal', modelo: 'slack' }
  await open({ '/webhooks': body({ webhooks: [] }), 'POST /webhooks': body({ webhook: chat, segredo: 'whsec_abc' }) })
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), 'Canal')
  await userEvent.type(screen.getByRole('textbox', { name: 'Endereço (https)' }), 'https://hooks.slack.com/T/B/x')
  await userEvent.click(button('Adicionar webhook'))
  expect(await screen.findByText('O webhook Canal foi adicionado.')).toBeVisible()
  expect(screen.queryByText('whsec_abc')).toBeNull()
  expect(button('Testar: Canal')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Trocar segredo: Canal' })).toBeNull()
})

// Rule: P-ALERT-1
test('the alerts by mail say which other mails hang on them', async () => {
  await open()
  expect(screen.getByText(/casos seus que vencem.*relatório mensal: com “Nunca”, nenhum deles é enviado/)).toBeVisible()
})
