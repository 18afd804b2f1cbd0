import type { CasePage, ListedCase } from '@atalaia/contracts/cases'
import { INCIDENT_ITEMS, newIncidentFacts, type Incident } from '@atalaia/contracts/incidents'
import type { NoticePreview, SentNotice } from '@atalaia/contracts/notices'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openScreen, type Answers } from '../testing/open-screen.tsx'
import { peopleText } from './incident-notices.tsx'

const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const CASES = '/app/main/analytics/casos'

const row: ListedCase = {
  endereco: '7',
  email: 'caixa@acme.com',
  fonte: 'forum x',
  titulo: 'Fórum',
  estado: 'novo',
  responsavel: null,
  prazo: null,
  nota: '',
  versao: 0,
  mudado_em: null,
  reaberto_em: null,
  visto_por_ultimo: '2026-11-20',
  aqui_desde: null,
  gravidade: { nivel: 'alta', pontos: 55, motivos: [] },
}
const page: CasePage = {
  encontrados: 2,
  abertos: 2,
  todos: 2,
  linhas: [row, { ...row, endereco: '8', email: 'bia@acme.com' }],
  fontes: [],
  pessoas: [],
  pode_mudar: true,
  cobertura: { fontes: 12, atualizado_em: '2026-11-22T15:00:00Z' },
}
const person = { email: 'caixa@acme.com', fontes: ['Fórum'], recusa: null, ultimo_em: null }
const preview: NoticePreview = {
  assunto: 'Seus dados vazaram',
  acima: 'Olá,',
  fixo: ['Os links são só seus.'],
  abaixo: 'Até logo.',
  pessoas: [
    person,
    { ...person, email: 'bia@acme.com', recusa: 'recente', ultimo_em: '2026-11-28T12:00:00Z' },
    { ...person, email: 'lia@acme.com', recusa: 'parado' },
  ],
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const openDialog = async (more: Answers = {}) => {
  const shown = await openScreen(
    { '/casos?': body(page), 'POST /avisos/previa': body(preview), ...more },
    { at: CASES },
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Avisar' }))
  await screen.findByText('Assunto: Seus dados vazaram')
  return shown
}

// Rule: P-NOTICE-47
test('before a notice is sent, its mail and its people are shown, with who does not get it and why', async () => {
  const { calls } = await openDialog()
  expect(calls.at(-1)).toMatchObject({
    path: '/avisos/previa',
    body: {
      idioma: 'pt',
      casos: [
        { email: 'caixa@acme.com', fonte: 'forum x' },
        { email: 'bia@acme.com', fonte: 'forum x' },
      ],
    },
  })
  const dialog = within(screen.getByRole('dialog', { name: 'Avisar as pessoas' }))
  expect(dialog.getByLabelText('Texto acima')).toHaveValue('Olá,')
  expect(dialog.getByRole('group', { name: 'Parte fixa' })).toHaveTextContent('Os links são só seus.')
  expect(dialog.getByRole('region', { name: 'Pessoas' })).toHaveTextContent(
    /caixa@acme.com.*bia@acme.com.*menos de um dia · último aviso em 28\/11\/2026.*lia@acme.com.*pediu para não receber/,
  )
  expect(dialog.getByText('1 de 3 pessoas recebem o aviso.')).toBeVisible()
})

test('what is sent is what stands there, and a second notice takes a yes', async () => {
  const { calls } = await openDialog({
    'POST /avisos': body({ enviados: 2, recusados: [{ email: 'lia@acme.com', motivo: 'parado' }] }),
  })
  await userEvent.clear(screen.getByLabelText('Texto acima'))
  await userEvent.type(screen.getByLabelText('Texto acima'), 'Oi!')
  await userEvent.click(screen.getByRole('checkbox', { name: /Avisar de novo/ }))
  await userEvent.click(button('Enviar para 2 pessoas'))
  expect(await screen.findByText('2 pessoas avisadas.')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Ficaram de fora:' })).toHaveTextContent('lia@acme.com')
  expect(calls.at(-1)).toMatchObject({
    path: '/avisos',
    body: { acima: 'Oi!', abaixo: 'Até logo.', idioma: 'pt', repetir: true, casos: { length: 2 } },
  })
  expect(calls.at(-1)?.body).not.toHaveProperty('incidente')
})

test('another language brings its own words, and keeps what was typed', async () => {
  await openDialog()
  await userEvent.type(screen.getByLabelText('Texto acima'), ' Ana')
  await userEvent.selectOptions(screen.getByLabelText('Idioma do aviso'), 'Inglês')
  expect(await screen.findByDisplayValue('Olá, Ana')).toBeVisible()
})

test('with nobody to tell nothing can be sent', async () => {
  await openDialog({ 'POST /avisos/previa': body({ ...preview, pessoas: [{ ...person, recusa: 'sem-prova' }] }) })
  expect(button('Enviar')).toBeDisabled()
  expect(screen.getByText(/prove o domínio/)).toBeVisible()
})

test('what the API refuses is said in its words, and the text stays', async () => {
  await openDialog({ 'POST /avisos': { kind: 'status', status: 403, body: { detail: 'Confirme o seu e-mail.' } } })
  await userEvent.click(button('Enviar para 1 pessoa'))
  expect(await screen.findByText('Confirme o seu e-mail.')).toBeVisible()
  expect(screen.getByLabelText('Texto acima')).toHaveValue('Olá,')
})

// Rule: P-NOTICE-48
test('the list of cases says what became of a notice, and has no such column without any', async () => {
  await openScreen({ '/casos?': body({ ...page, linhas: [{ ...row, aviso: 'declarada' }, row] }) }, { at: CASES })
  expect(screen.getByRole('columnheader', { name: 'Aviso' })).toBeVisible()
  expect(screen.getByRole('cell', { name: 'Trocada, diz a pessoa' })).toBeVisible()
  cleanup()
  await openScreen({ '/casos?': body(page) }, { at: CASES })
  expect(screen.queryByRole('columnheader', { name: 'Aviso' })).toBeNull()
})

const item = (chave: string, texto: string) => ({ chave, texto, origem: 'pessoa', lacunas: 0, sugestao: '' }) as const
const incident: Incident = {
  id: 'i1',
  versao: 1,
  numero: 1,
  registrado_em: '2026-11-20T12:00:00Z',
  guardar_ate: '2031-11-20',
  ...newIncidentFacts({ nome: 'Fórum', conhecido_em: '2026-11-19T18:00:00Z', pequeno_porte: false }),
  prazos: [],
  itens: INCIDENT_ITEMS.map(({ chave }) => item(chave, chave === 'titulares-I' ? 'Senhas e nomes.' : '')),
  numero_casos: 1,
  numero_enderecos: 1,
  casos: [
    {
      endereco: '7',
      email: 'caixa@acme.com',
      fonte: 'forum x',
      titulo: 'Fórum',
      dia: '2026-11-01',
      visto_por_ultimo: '2026-11-01',
      aqui_desde: null,
      tipo: null,
      dados: [],
      numero_senhas: 1,
      numero_hashes: 0,
      estado: 'novo',
      passos: [],
      reunido_em: '2026-11-20T12:00:00Z',
    },
  ],
  historico: [],
  pode_mudar: true,
  pode_excluir: false,
}
const notice: SentNotice = {
  id: 'n1',
  email: 'caixa@acme.com',
  fontes: ['forum x'],
  por: 'ana@acme.com',
  enviado_em: '2026-11-28T12:00:00Z',
  vale_ate: '2026-12-12T12:00:00Z',
  devolvido_em: null,
  aberto_em: '2026-11-28T13:00:00Z',
  resposta: 'conferida',
  respondido_em: '2026-11-28T13:00:00Z',
  lembretes: 0,
}
const openIncident = (more: Answers = {}) =>
  openScreen({ '/incidentes/i1': body(incident), ...more }, { at: '/app/main/analytics/incidentes/i1' })

// Rule: P-NOTICE-49
test('the people of an incident are told with its text, and the register keeps who read', async () => {
  const { calls } = await openIncident({
    '/avisos?incidente=i1': body({ avisos: [notice], total: 1 }),
    'POST /avisos/previa': body(preview),
    'POST /avisos': body({ enviados: 1, recusados: [] }),
  })
  expect(await screen.findByText('1 pessoa avisada, 1 abriu, 1 respondeu.')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Avisos enviados por aqui' })).toBeVisible()
  expect(screen.getByText('Trocada, conferida')).toBeVisible()
  await userEvent.click(button('Comunicar titulares'))
  expect(await screen.findByLabelText('Texto acima')).toHaveValue(
    'Natureza e categoria dos dados pessoais afetados: Senhas e nomes.',
  )
  await userEvent.click(button('Enviar para 1 pessoa'))
  await screen.findByText('1 pessoa avisada.')
  const order = calls.find(({ method, path }) => method === 'postJson' && path === '/avisos')
  expect(order?.body).toMatchObject({ incidente: 'i1' })
})

test('an item with a blank is no part of the text to the people', () => {
  const itens = [item('titulares-I', 'Senhas.'), item('titulares-II', 'Feito: [preencher].'), item('anpd-I', 'x')]
  expect(peopleText({ itens })).toBe('Natureza e categoria dos dados pessoais afetados: Senhas.')
})

test('an API without notices has no register of them', async () => {
  await openIncident()
  expect(screen.queryByText('Avisos enviados por aqui')).toBeNull()
})

// Rule: P-NOTICE-50
test('reminders are off until somebody chooses after how many days', async () => {
  const { calls } = await openScreen(
    {
      '/alertas': body({ frequencia: 'nunca', gravidade_minima: 'baixa', para: 'ana@acme.com' }),
      '/alertas/push': { kind: 'status', status: 404, body: undefined },
      '/webhooks': body({ webhooks: [] }),
      '/avisos/lembretes': body({ dias: null }),
      'POST /avisos/lembretes': body({ dias: 7 }),
    },
    { at: '/app/main/analytics/alertas' },
  )
  const days = await screen.findByLabelText('Lembrar depois de')
  expect(days).toHaveDisplayValue('não lembrar')
  await userEvent.selectOptions(days, '7 dias')
  await userEvent.click(button('Salvar lembretes'))
  expect(await screen.findByText('Lembretes salvos.')).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ dias: 7 })
})
