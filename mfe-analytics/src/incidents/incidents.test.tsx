import { newCase, type CasePage } from '@atalaia/contracts/cases'
import { INCIDENT_ITEMS, newIncidentFacts, type Incident, type IncidentPage } from '@atalaia/contracts/incidents'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openRoutes, openScreen, type Answers } from '../testing/open-screen.tsx'

const PLACE = '/app/main/analytics/incidentes'
const body = (value: unknown) => ({ kind: 'body', body: value }) as const

const clock = {
  prazo: 'anpd',
  artigo: 'art. 6º',
  dias_uteis: 3,
  ultimo_dia: '2026-11-25',
  termina_em: '2026-11-26T02:59:59.000Z',
  cumprido_em: null,
  situacao: 'vencido',
  conta: 'Contado de 19/11/2026, que não conta.',
} as const
const incident: Incident = {
  id: 'i1',
  versao: 1,
  numero: 1,
  registrado_em: '2026-11-20T12:00:00Z',
  guardar_ate: '2031-11-20',
  ...newIncidentFacts({ nome: 'Fórum', conhecido_em: '2026-11-19T18:00:00Z', pequeno_porte: false }),
  prazos: [clock],
  itens: INCIDENT_ITEMS.map(({ chave }) =>
    chave === 'anpd-IV'
      ? { chave, texto: 'Riscos: [preencher].', origem: 'dados', lacunas: 1, sugestao: 'Riscos: [preencher].' }
      : { chave, texto: '', origem: 'vazio', lacunas: 1, sugestao: '' },
  ),
  numero_casos: 0,
  numero_enderecos: 0,
  casos: [],
  historico: [{ em: '2026-11-20T12:00:00Z', por: 'ana@acme.com', tipo: 'registro', mudancas: [] }],
  pode_mudar: true,
  pode_excluir: false,
}
const gathered: Omit<Incident['casos'][number], 'endereco' | 'email'> = {
  fonte: 'forum',
  titulo: null,
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
}
const { id, numero, registrado_em, guardar_ate, nome, situacao, conhecido_em, decisao, prazos } = incident
const page: IncidentPage = {
  encontrados: 1,
  linhas: [
    {
      id,
      numero,
      registrado_em,
      guardar_ate,
      nome,
      situacao,
      conhecido_em,
      decisao,
      prazos,
      numero_casos: 0,
      lacunas: 27,
    },
  ],
  pode_mudar: true,
}
const openOne = (more: Answers = {}) => openScreen({ '/incidentes/i1': body(incident), ...more }, { at: `${PLACE}/i1` })
afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
const item = (name: RegExp) => within(screen.getAllByRole('group', { name })[0] ?? document.body)

// Rule: P-INCIDENT-8, P-INCIDENT-43, P-INCIDENT-44, P-INCIDENT-45
test('the register lists incidents with their clocks, and takes one more with the case from which it was opened', async () => {
  const { calls, answer } = await openScreen(
    { '/incidentes?pagina=1': body(page) },
    { at: `${PLACE}?endereco=e1&fonte=forum` },
  )
  expect(screen.getByText(/não presta assessoria jurídica/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Incidente nº 1: Fórum' })).toHaveAttribute('href', `${PLACE}/i1`)
  expect(screen.getByText('Prazo vencido')).toBeVisible()
  expect(screen.getByText('Começa com o caso da fonte forum.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Registrar' }))
  expect(screen.getByText('Informe o nome e quando a organização soube.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Nome do incidente'), 'Loja')
  await userEvent.type(screen.getByLabelText('Quando a organização soube'), '19/11/2026 15:00')
  answer({ 'POST /incidentes': body({ ...incident, id: 'i2' }) })
  await userEvent.click(screen.getByRole('button', { name: 'Registrar' }))
  expect(calls.at(-1)?.body).toEqual({
    nome: 'Loja',
    conhecido_em: '2026-11-19T18:00:00.000Z',
    pequeno_porte: false,
    casos: [{ endereco: 'e1', fonte: 'forum' }],
  })
})

// Rule: P-INCIDENT-8, P-INCIDENT-43, P-INCIDENT-44, P-INCIDENT-45
test('a register that is empty, or may not be read, says so', async () => {
  await openScreen({ '/incidentes?pagina=1': body({ encontrados: 0, linhas: [], pode_mudar: false }) }, { at: PLACE })
  expect(screen.getByText('Nenhum incidente registrado')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Registrar' })).toBeNull()
})

// Rule: P-INCIDENT-8, P-INCIDENT-43, P-INCIDENT-44, P-INCIDENT-45
test('the focus, the rows and what was typed stay while another page of the register loads', async () => {
  const many = { ...page, encontrados: 26 }
  const linhas = page.linhas.map((row) => ({ ...row, id: 'i26', numero: 26, nome: 'Loja' }))
  const { answer, hold, release } = await openScreen({ '/incidentes?pagina=1': body(many) }, { at: PLACE })
  await userEvent.type(screen.getByLabelText('Nome do incidente'), 'Meio escrito')
  answer({ '/incidentes?pagina=2': body({ ...many, linhas }) })
  hold()
  const next = screen.getByRole('button', { name: /^Próxima/ })
  await userEvent.click(next)
  expect(next).toHaveFocus()
  expect(screen.getByRole('link', { name: 'Incidente nº 1: Fórum' })).toBeVisible()
  await release()
  expect(screen.getByRole('link', { name: 'Incidente nº 26: Loja' })).toBeVisible()
  expect(next).toHaveFocus()
  expect(screen.getByLabelText('Nome do incidente')).toHaveValue('Meio escrito')
})

// Rule: P-INCIDENT-8, P-INCIDENT-43, P-INCIDENT-44, P-INCIDENT-45
test('a case is added to an incident of the page of the register that is shown', async () => {
  const { answer, calls } = await openScreen(
    { '/incidentes?pagina=1': body({ ...page, encontrados: 26 }) },
    { at: `${PLACE}?endereco=e1&fonte=forum` },
  )
  const linhas = page.linhas.map((row) => ({ ...row, id: 'i26', numero: 26 }))
  answer({
    '/incidentes?pagina=2': body({ ...page, encontrados: 26, linhas }),
    '/incidentes/i26': body({ ...incident, id: 'i26' }),
    'POST /incidentes/i26/casos': body({ ...incident, id: 'i26', versao: 2 }),
  })
  await userEvent.click(screen.getByRole('button', { name: /^Próxima/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Incluir no incidente' }))
  expect(calls.at(-1)).toMatchObject({ path: '/incidentes/i26/casos' })
})

// Rule: P-INCIDENT-8, P-INCIDENT-43, P-INCIDENT-44, P-INCIDENT-45
test('a page of the register that does not load leaves the one before it, and says why', async () => {
  const { answer } = await openScreen({ '/incidentes?pagina=1': body({ ...page, encontrados: 26 }) }, { at: PLACE })
  answer({ '/incidentes?pagina=2': { kind: 'timeout' } })
  await userEvent.click(screen.getByRole('button', { name: /^Próxima/ }))
  expect(screen.getByText('O servidor não respondeu a tempo.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Incidente nº 1: Fórum' })).toBeVisible()
})

// Rule: P-INCIDENT-4, P-INCIDENT-5, P-INCIDENT-38, P-INCIDENT-39, P-INCIDENT-40
test('blanks are marked, and what was typed stays when somebody else was faster', async () => {
  const { calls, answer } = await openOne()
  expect(screen.getByText('Contado de 19/11/2026, que não conta.')).toBeInTheDocument()
  const risks = item(/^IV\. Riscos/)
  expect(risks.getByText('Preenchido a partir dos casos: confira')).toBeVisible()
  expect(risks.getByText('1 lacuna')).toBeVisible()
  expect(item(/^XII\. /).getByText('Em branco')).toBeVisible()
  await userEvent.type(item(/^XII\. /).getByRole('textbox'), '120')
  await userEvent.click(item(/^X\. /).getByRole('checkbox', { name: 'Não se aplica' }))
  await userEvent.clear(screen.getByLabelText('Nome do incidente'))
  await userEvent.type(screen.getByLabelText('Nome do incidente'), 'Fórum Maré')
  expect(screen.getByText('3 mudanças por salvar')).toBeVisible()
  const newer = { ...incident, versao: 2, decisao_por: 'Bia, encarregada' }
  answer({
    'POST /incidentes/i1': {
      kind: 'status',
      status: 409,
      body: { type: 'urn:atalaia:problem:incident-changed', detail: 'mudou', incidente: newer },
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(/Outra pessoa alterou este incidente/)).toBeVisible()
  expect(screen.getByLabelText('Quem decidiu (nome e função)')).toHaveValue('Bia, encarregada')
  expect(screen.getByLabelText('Nome do incidente')).toHaveValue('Fórum Maré')
  answer({ 'POST /incidentes/i1': body({ ...newer, versao: 3, nome: 'Fórum Maré' }) })
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('O incidente foi salvo.')).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({
    versao: 2,
    nome: 'Fórum Maré',
    itens: [
      { chave: 'anpd-XII', texto: '120', nao_se_aplica: false },
      { chave: 'anpd-X', texto: '', nao_se_aplica: true },
    ],
  })
  expect(screen.queryByText(/por salvar/)).toBeNull()
})

// Rule: P-INCIDENT-1
test('a history of which only the newest lines came says how many there are before', async () => {
  const historico_total = incident.historico.length + 1
  await openOne({ '/incidentes/i1': body({ ...incident, historico_total }) })
  expect(screen.getByText('E mais 1 mudança, anterior a estas.')).toBeVisible()
})

// Rule: P-INCIDENT-4, P-INCIDENT-38, P-INCIDENT-39
test('the number of blanks leads to the first of them, with the mark selected', async () => {
  await openScreen({ '/incidentes?pagina=1': body(page) }, { at: PLACE })
  const link = screen.getByRole('link', { name: '27 lacunas: ir para a primeira (Incidente nº 1)' })
  expect(link).toHaveAttribute('href', `${PLACE}/i1#lacunas`)
  cleanup()

  const told = { texto: 'Dito.', origem: 'pessoa', lacunas: 0 } as const
  const itens = incident.itens.map((one, at) => (at < 3 ? { ...one, ...told } : one))
  await openScreen({ '/incidentes/i1': body({ ...incident, itens }) }, { at: `${PLACE}/i1#lacunas` })
  const risks = item(/^IV\. Riscos/).getByRole<HTMLTextAreaElement>('textbox')
  expect(risks).toHaveFocus()
  await userEvent.keyboard('poucos')
  expect(risks).toHaveValue('Riscos: poucos.')

  const [ofAnpd] = screen.getAllByRole('button', { name: /lacunas: ir para a primeira$/ })
  ofAnpd?.focus()
  await userEvent.keyboard('{Enter}')
  expect(item(/^V\. /).getByRole('textbox')).toHaveFocus()
})

// Rule: P-INCIDENT-8, P-INCIDENT-43, P-INCIDENT-44, P-INCIDENT-45
test('the number of cases in the register leads to the first of them', async () => {
  const linhas = page.linhas.map((row) => ({ ...row, numero_casos: 2 }))
  await openScreen({ '/incidentes?pagina=1': body({ ...page, linhas }) }, { at: PLACE })
  const link = screen.getByRole('link', { name: '2 casos: ver quais (Incidente nº 1)' })
  expect(link).toHaveAttribute('href', `${PLACE}/i1#casos`)
  cleanup()

  const casos = ['ana@acme.com', 'bia@acme.com'].map((email, at) => ({ ...gathered, endereco: `e${at}`, email }))
  const answer = body({ ...incident, casos, numero_casos: 2, numero_enderecos: 2 })
  await openScreen({ '/incidentes/i1': answer }, { at: `${PLACE}/i1#casos` })
  expect(screen.getByRole('link', { name: 'ana@acme.com' })).toHaveFocus()
})

// Rule: P-INCIDENT-12, P-ACCESS-12
test('an incident pages its cases, and those that are gone leave no empty page', async () => {
  const casos = Array.from({ length: 26 }, (_, at) => ({ ...gathered, endereco: `e${at}`, email: `p${at}@acme.com` }))
  const full = { ...incident, casos, numero_casos: 26, numero_enderecos: 26 }
  const { answer } = await openOne({ '/incidentes/i1': body(full) })
  expect(screen.queryByText('p25@acme.com')).toBeNull()
  await userEvent.click(
    within(screen.getByRole('navigation', { name: 'Páginas dos casos reunidos' })).getByRole('button', {
      name: /^Próxima/,
    }),
  )
  expect(screen.getByText('p25@acme.com')).toBeVisible()
  answer({ 'POST /incidentes/i1/casos': body({ ...full, casos: casos.slice(0, 25), numero_casos: 25 }) })
  await userEvent.click(screen.getByRole('button', { name: 'Retirar p25@acme.com em forum' }))
  expect(screen.getByText('p24@acme.com')).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Páginas dos casos reunidos' })).toBeNull()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Retirar p24@acme.com em forum' })).toHaveFocus())
})

const found = (from: number, count: number): CasePage => ({
  encontrados: 27,
  abertos: 27,
  todos: 27,
  linhas: Array.from({ length: count }, (_, at) => ({
    ...newCase('forum'),
    endereco: `e${from + at}`,
    email: `p${from + at}@acme.com`,
    titulo: null,
    visto_por_ultimo: null,
    gravidade: { nivel: 'alta', pontos: 55, motivos: [] },
  })),
  fontes: [],
  pessoas: [],
  pode_mudar: true,
  cobertura: { fontes: 1 },
})

// Rule: P-INCIDENT-11, P-INCIDENT-49
test('all cases of a search are reached, chosen over its pages, and gathered with numbers that add up', async () => {
  const casos = [{ ...gathered, endereco: 'e0', email: 'p0@acme.com' }]
  const { calls, answer } = await openOne({
    '/incidentes/i1': body({ ...incident, casos, numero_casos: 1, numero_enderecos: 1 }),
    '/casos?busca=p&estado=todos': body(found(0, 25)),
    '/casos?busca=p&estado=todos&pagina=2': body(found(25, 2)),
  })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Procurar casos por endereço' }), 'p{Enter}')
  expect(await screen.findByText('27 casos encontrados')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'p0@acme.com · forum (já reunido)' })).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os 24 desta página' }))
  const pages = within(screen.getByRole('navigation', { name: 'Páginas dos casos encontrados' }))
  await userEvent.click(pages.getByRole('button', { name: /^Próxima/ }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'p26@acme.com · forum' }))
  answer({
    'POST /incidentes/i1/casos': body({
      ...incident,
      versao: 2,
      reunidos: { incluidos: 20, repetidos: 2, sem_lugar: 2, ausentes: 1 },
    }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Incluir 25 casos' }))
  expect(calls.at(-1)?.body).toMatchObject({ versao: 1, incluir: { length: 25 }, retirar: [] })
  expect(
    await screen.findByText(
      '20 casos incluídos, 2 já estavam neste incidente, 2 ficaram de fora (um incidente reúne até 1.000), 1 não existe mais.',
    ),
  ).toBeVisible()
})

// Rule: P-INCIDENT-11, P-INCIDENT-49
test('of a search at most 200 cases are chosen at once', async () => {
  await openOne({ '/casos?busca=p&estado=todos': body(found(0, 201)) })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Procurar casos por endereço' }), 'p{Enter}')
  await userEvent.click(await screen.findByLabelText('Selecionar os 201 desta página'))
  expect(screen.getByText('Incluir 200 casos')).toBeVisible()
  expect(screen.getByText('Até 200 por vez.')).toBeVisible()
  expect(screen.getByLabelText('p199@acme.com · forum')).toBeChecked()
  expect(screen.getByLabelText('p200@acme.com · forum')).toBeDisabled()
})

// Rule: P-INCIDENT-3
test('nobody’s decision is shown before a person states it, and a closed incident is locked', async () => {
  await openOne({ '/incidentes/i1': body({ ...incident, situacao: 'encerrado' }) })
  expect(screen.getByLabelText('Comunicar o incidente?')).toHaveValue('pendente')
  expect(screen.getByLabelText('Nome do incidente')).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Reabrir incidente' })).toBeEnabled()
  expect(screen.queryByRole('checkbox', { name: 'Não se aplica' })).toBeNull()
})

const leave = () => userEvent.click(screen.getByRole('link', { name: 'Incidentes' }))
const REASONS = 'Motivos da decisão'

// Rule: P-DRAFT-1, P-INCIDENT-5, P-INCIDENT-40, P-DRAFT-24
test('what was typed into an incident is there again after a reload, until it is discarded', async () => {
  await openOne()
  await userEvent.type(screen.getByLabelText(REASONS), 'Há senha')
  cleanup()
  await openOne()
  expect(screen.getByLabelText(REASONS)).toHaveValue('Há senha')
  expect(screen.getByText('1 mudança por salvar')).toBeVisible()
  expect(screen.getByText('Rascunho recuperado')).toBeVisible()
  await userEvent.click(screen.getAllByRole('button', { name: 'Descartar' })[0] ?? document.body)
  expect(screen.getByLabelText(REASONS)).toHaveValue('')
  cleanup()
  await openOne()
  expect(screen.queryByText(/por salvar/)).toBeNull()
})

// Rule: P-DRAFT-1, P-DRAFT-24
test('a draft from before another change says so, and a saved one is gone', async () => {
  await openOne()
  await userEvent.type(screen.getByLabelText(REASONS), 'Há senha')
  cleanup()
  const { answer } = await openOne({ '/incidentes/i1': body({ ...incident, versao: 2 }) })
  expect(screen.getByText(/^Rascunho recuperado, de antes da última mudança/)).toBeVisible()
  answer({ 'POST /incidentes/i1': body({ ...incident, versao: 3, decisao_motivos: 'Há senha' }) })
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('O incidente foi salvo.')).toBeVisible()
  expect(Object.keys(sessionStorage)).toEqual([])
})

// Rule: P-DRAFT-2, P-DRAFT-25
test('a way out of an incident with changes asks, and each answer does what it says', async () => {
  const { place, calls } = await openRoutes(
    {
      '/incidentes/i1': body(incident),
      '/incidentes?pagina=1': body(page),
      'POST /incidentes/i1': body({ ...incident, versao: 2, decisao_motivos: 'Há' }),
    },
    `${PLACE}/i1`,
  )
  await userEvent.type(await screen.findByLabelText(REASONS), 'Há')
  await leave()
  const question = screen.getByRole('dialog', { name: 'Você tem 1 mudança por salvar' })
  expect(within(question).getByRole('button', { name: 'Ficar' })).toHaveFocus()
  await userEvent.click(within(question).getByRole('button', { name: 'Ficar' }))
  expect(screen.getByLabelText(REASONS)).toHaveValue('Há')
  expect(place().pathname).toBe(`${PLACE}/i1`)

  const event = new Event('beforeunload', { cancelable: true })
  dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)

  await leave()
  await userEvent.click(screen.getByRole('button', { name: 'Salvar e sair' }))
  await waitFor(() => expect(place().pathname).toBe(PLACE))
  expect(calls.filter(({ method }) => method === 'postJson')).toMatchObject([{ body: { decisao_motivos: 'Há' } }])
})

// Rule: P-DRAFT-2, P-DRAFT-25
test('a person who leaves without saving has a draft', async () => {
  const { place } = await openRoutes(
    { '/incidentes/i1': body(incident), '/incidentes?pagina=1': body(page) },
    `${PLACE}/i1`,
  )
  await userEvent.type(await screen.findByLabelText(REASONS), 'Há')
  await leave()
  await userEvent.click(screen.getByRole('button', { name: 'Sair sem salvar' }))
  await waitFor(() => expect(place().pathname).toBe(PLACE))
  await userEvent.click(await screen.findByRole('link', { name: 'Incidente nº 1: Fórum' }))
  expect(await screen.findByText('Rascunho recuperado')).toBeVisible()
  expect(screen.getByLabelText(REASONS)).toHaveValue('Há')
})

// Rule: P-DRAFT-1, P-DRAFT-24
test('a register form that was left is as it was left', async () => {
  await openScreen({ '/incidentes?pagina=1': body(page) }, { at: PLACE })
  await userEvent.type(screen.getByLabelText('Nome do incidente'), 'Loja')
  await userEvent.click(screen.getByRole('button', { name: 'Agora' }))
  const moment = screen.getByLabelText<HTMLInputElement>('Quando a organização soube').value
  expect(moment).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  cleanup()
  await openScreen({ '/incidentes?pagina=1': body(page) }, { at: PLACE })
  expect(screen.getByLabelText('Nome do incidente')).toHaveValue('Loja')
  expect(screen.getByLabelText('Quando a organização soube')).toHaveValue(moment)
})

// Rule: P-INCIDENT-13, P-INCIDENT-50, P-INCIDENT-51
test('the page of an incident says how far it is and what is missing where, and leads there', async () => {
  await openOne({ '/incidentes/i1': body({ ...incident, anpd_em: '2026-11-20T12:00:00Z' }) })
  const steps = within(screen.getByRole('list', { name: 'Andamento' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Registrado: feito',
    'Decidido: por fazer',
    'ANPD: feito',
    'Titulares: por fazer',
    'Encerrado: por fazer',
  ])
  expect(steps[1]).toHaveAttribute('aria-current', 'step')
  const index = within(screen.getByRole('navigation', { name: 'Nesta página' }))
  expect(index.getByRole('link', { name: /^Decisão .*Pendente$/ })).toBeVisible()
  const people = index.getByRole('link', { name: /^Titulares .*7 lacunas$/ })
  Element.prototype.scrollIntoView = jest.fn()
  await userEvent.click(people)
  expect(document.activeElement).toContainElement(screen.getByRole('heading', { name: /^Comunicação aos titulares/ }))
})

// Rule: P-INCIDENT-13, P-INCIDENT-50, P-INCIDENT-51
test('the legal notice is open at the first visit alone', async () => {
  await openOne()
  expect(screen.getByText(/não presta assessoria jurídica/)).toBeVisible()
  cleanup()
  await openOne()
  expect(screen.getByText(/não presta assessoria jurídica/)).not.toBeVisible()
  expect(screen.getByText('Aviso legal')).toBeVisible()
})

// Rule: P-INCIDENT-13, P-INCIDENT-50, P-INCIDENT-51
test.each([
  ['2026-11-28T02:00:00Z', 'Faltam 4 dias · vence ter., 1º dez., 23:59', ''],
  ['2026-11-30T02:00:00Z', 'Faltam 2 dias · vence ter., 1º dez., 23:59', 'near'],
  ['2026-12-01T22:00:00Z', 'Faltam 4 horas · vence ter., 1º dez., 23:59', 'bad'],
])('at %s a term says %s', async (now, text, tone) => {
  jest.useFakeTimers({ now: new Date(now), doNotFake: ['setTimeout', 'queueMicrotask', 'performance'] })
  const runs = { ...clock, situacao: 'corre', termina_em: '2026-12-02T02:59:59.000Z' } as const
  await openOne({ '/incidentes/i1': body({ ...incident, prazos: [runs] }) })
  const badge = screen.getByText(text)
  expect(/state--(\w+)/.exec(badge.className)?.[1] ?? '').toBe(tone)
  jest.useRealTimers()
})
