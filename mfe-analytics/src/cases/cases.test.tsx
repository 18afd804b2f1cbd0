import type { CaseDetail, CasePage, LeakCase, ListedCase } from '@atalaia/contracts/cases'
import { saoPauloDay } from '@atalaia/contracts'
import { INCIDENT_ITEMS, newIncidentFacts, type Incident } from '@atalaia/contracts/incidents'
import { exposureOf } from '@atalaia/contracts/testing'
import { cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useAddressWords } from '../address/address-words.ts'
import { fileColumns, tableColumns } from '../lists/list-column.ts'
import { rowsCsv } from '../lists/save-rows.ts'
import { answers } from '../testing/answers.ts'
import { openRoutes, openScreen, type Answers } from '../testing/open-screen.tsx'
import { queryText, readQuery } from './case-query.ts'
import { useNoticeStates } from '../notices/notice-states.ts'
import { useCaseWords } from './case-words.ts'
import { caseColumns } from './columns.tsx'

const PLACE = '/app/main/analytics/casos'
const ADDRESS = '/app/main/analytics/enderecos/7'
const ana = { id: 'a', email: 'ana@acme.com' }

const work: LeakCase = {
  fonte: 'forum x',
  estado: 'em-andamento',
  responsavel: ana,
  prazo: '2026-01-02',
  nota: 'Falei.',
  versao: 3,
  mudado_em: '2026-11-21T15:00:00Z',
  reaberto_em: null,
}
const row: ListedCase = {
  ...work,
  endereco: '7',
  email: 'caixa@acme.com',
  titulo: 'Fórum',
  visto_por_ultimo: '2026-11-20',
  // 22:30 of the day before, in São Paulo.
  aqui_desde: '2026-11-20T01:30:00Z',
  gravidade: { nivel: 'alta', pontos: 55, motivos: [] },
}
const untouched: ListedCase = {
  ...row,
  fonte: 'log',
  titulo: null,
  estado: 'novo',
  responsavel: null,
  prazo: null,
  versao: 0,
  mudado_em: null,
}
const page: CasePage = {
  encontrados: 26,
  abertos: 90,
  todos: 1300,
  linhas: [row, untouched],
  fontes: [{ fonte: 'forum x', titulo: 'Fórum' }],
  pessoas: [ana],
  pode_mudar: true,
  cobertura: { fontes: 12, atualizado_em: '2026-11-22T15:00:00Z' },
}
const detail: CaseDetail = {
  caso: work,
  passos: [{ passo: 'avisar-pessoa', feito_em: null, por: null }],
  historico: [
    {
      em: '2026-11-21T15:00:00Z',
      por: 'ana@acme.com',
      tipo: 'mudanca',
      mudancas: [{ campo: 'estado', de: 'novo', para: 'em-andamento' }],
    },
    {
      em: '2026-11-20T15:00:00Z',
      por: null,
      tipo: 'reabertura',
      mudancas: [{ campo: 'estado', de: 'tratado', para: 'novo' }],
    },
  ],
}
const leaked = { source: 'forum x', title: 'Fórum', day: '2026-11-20', at: '2026-11-22T15:00:00Z' }
const exposure = exposureOf({ id: '7', email: row.email, gravidade: row.gravidade, ...leaked })
const anIncident: Incident = {
  id: 'i1',
  versao: 1,
  numero: 1,
  registrado_em: '2026-11-20T12:00:00Z',
  guardar_ate: '2031-11-20',
  ...newIncidentFacts({ nome: 'Fórum', conhecido_em: '2026-11-19T18:00:00Z', pequeno_porte: false }),
  prazos: [],
  itens: INCIDENT_ITEMS.map(({ chave }) => ({ chave, texto: '', origem: 'vazio', lacunas: 1, sugestao: '' })),
  numero_casos: 0,
  numero_enderecos: 0,
  casos: [],
  historico: [],
  pode_mudar: true,
  pode_excluir: false,
}
const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const DETAIL = '/emails/7/caso?fonte=forum%20x'
const openList = (more: Answers = {}) => openScreen({ '/casos?': body(page), ...more }, { at: PLACE })
const openAddress = (more: Answers = {}, at = ADDRESS) =>
  openScreen(
    {
      ...answers(),
      '/emails/7': body(exposure),
      '/emails/7/casos': body({ casos: [work], pessoas: [ana], pode_mudar: true }),
      [DETAIL]: body(detail),
      '/casos?gravidade=critica': body({ ...page, linhas: [] }),
      ...more,
    },
    { at },
  )
afterEach(() => sessionStorage.clear())
const button = (name: string) => screen.getByRole('button', { name })
const choose = async (menu: string, item: string) => {
  // The head of a column may have the same name.
  const opener = screen.getAllByRole('button', { name: menu }).find((one) => one.hasAttribute('aria-haspopup'))
  await userEvent.click(opener ?? document.body)
  await userEvent.click(
    screen.getByRole(/^(Registrar|Acrescentar|Outro)/.test(item) ? 'menuitem' : 'menuitemradio', { name: item }),
  )
}
const sent = (calls: readonly { readonly method: string; readonly body?: unknown }[]) =>
  calls.filter(({ method }) => method === 'postJson').map((call) => call.body)

const changeOf = (fonte: string, versao: number, mudanca: object) => ({
  casos: [{ endereco: '7', fonte, versao }],
  mudanca,
})

const cellsOf = (at: number) =>
  within(screen.getAllByRole('row')[at] ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

// Rule: P-CASE-10, P-CASE-54, P-CASE-55
test('each total lists the cases that it counts, whatever was filtered', async () => {
  const more = { '/casos?responsavel=eu': body(page), '/casos?estado=todos': body(page), '/casos?': body(page) }
  const { calls } = await openScreen(more, { at: `${PLACE}?responsavel=eu` })
  await userEvent.click(button('de 1.300 casos'))
  expect(calls.at(-1)?.path).toBe('/casos?estado=todos')
  await userEvent.click(button('90 em aberto'))
  expect(calls.at(-1)?.path).toBe('/casos?')
})

// Rule: P-CASE-10, P-CASE-54, P-CASE-55
test('the list says how many are open, and each row its state, owner and due day', async () => {
  await openList()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Casos')
  expect(button('90 em aberto').parentElement).toHaveTextContent('90 em aberto de 1.300 casos. Atualizado em')
  expect(screen.getByRole('button', { name: 'Atualizado em 22/11/2026, 12 fontes.' })).toBeVisible()
  expect(cellsOf(1)).toEqual([
    '',
    'Fórum',
    'Alta',
    '19/11/2026',
    'Em andamento',
    'ana@acme.com',
    '02/01/2026 · Vencido',
    '21/11/2026',
  ])
  expect(cellsOf(2)).toEqual(['', 'log', 'Alta', '19/11/2026', 'A tratar', '', '', ''])
  expect(screen.getAllByRole('link', { name: 'caixa@acme.com' })[0]).toHaveAttribute(
    'href',
    `${ADDRESS}#caso=forum%20x`,
  )
})

// Rule: P-CASE-10, P-CASE-54, P-CASE-55
test('filters, order and page are asked of the server, and stand in the address of the page', async () => {
  const asked = [
    'estado=encerrados',
    'estado=encerrados&responsavel=eu',
    'estado=encerrados&responsavel=eu&ordem=prazo',
  ]
  const { calls } = await openList(Object.fromEntries(asked.map((query) => [`/casos?${query}`, body(page)])))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Estado' }), 'Encerrados')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Responsável' }), 'Eu')
  await userEvent.click(button('Prazo'))
  expect(calls.map(({ path }) => path)).toEqual(['/casos?', ...asked.map((query) => `/casos?${query}`)])
  const text = 'busca=a%26b&estado=aceito&responsavel=eu&prazo=semana&fonte=a+b&ordem=mudanca&invertida=sim&pagina=3'
  expect(queryText(readQuery(`?${text}`))).toBe(text)
  expect(queryText(readQuery('?estado=x&prazo=y&ordem=z&pagina=-1'))).toBe('')
})

// Rule: P-CASE-6
test('chosen cases are changed together, in words that add up, and the change can be undone', async () => {
  const outcome = { mudados: 1, iguais: 0, recusados: [{ endereco: '7', fonte: 'log', motivo: 'mudou' }], lote: 'l1' }
  const { calls } = await openList({
    'POST /casos/mudar': body(outcome),
    'POST /casos/desfazer': body({ ...outcome, recusados: [], lote: null }),
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  expect(screen.getByText('2 selecionados')).toBeVisible()
  await choose('Estado', 'Tratado')
  expect(
    await screen.findByText(/^1 caso marcado como Tratado, 1 mudou enquanto isso e ficou como está\./),
  ).toBeVisible()
  await userEvent.click(button('Desfazer'))
  expect(await screen.findByText('1 caso voltou a ser como era.')).toBeVisible()
  expect(sent(calls)).toEqual([
    {
      casos: [
        { endereco: '7', fonte: 'forum x', versao: 3 },
        { endereco: '7', fonte: 'log', versao: 0 },
      ],
      mudanca: { estado: 'tratado' },
    },
    { lote: 'l1' },
  ])
})

// Rule: P-CASE-22
test.each([
  ['Responsável', 'ana@acme.com', { responsavel: 'a' }, '2 casos atribuídos a ana@acme.com.'],
  ['Responsável', 'Ninguém', { responsavel: null }, '2 casos sem responsável.'],
  ['Prazo', 'Sem prazo', { prazo: null }, '2 casos sem prazo.'],
  ['Prazo', 'Hoje', { prazo: saoPauloDay() }, /^2 casos com prazo em /],
])('the notice of a change of %s to %s says what happened', async (menu, item, mudanca, text) => {
  const { calls } = await openList({
    'POST /casos/mudar': body({ mudados: 2, iguais: 0, recusados: [], lote: 'l1' }),
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  await choose(menu, item)
  expect(await screen.findByText(text)).toBeVisible()
  expect(sent(calls)).toMatchObject([{ mudanca }])
})

// Rule: P-CASE-23
test('state, owner and due day of a row are changed in the row, and the change can be undone', async () => {
  const done = { mudados: 1, iguais: 0, recusados: [], lote: 'l1' }
  const { calls } = await openList({ 'POST /casos/mudar': body(done), 'POST /casos/desfazer': body(done) })
  await choose('Estado de caixa@acme.com em Fórum: Em andamento', 'Tratado')
  expect(await screen.findByText('1 caso marcado como Tratado.')).toBeVisible()
  await userEvent.click(button('Desfazer'))
  await choose('Responsável por caixa@acme.com em log: Ninguém', 'ana@acme.com')
  await choose('Prazo de caixa@acme.com em log: Sem prazo', 'Outro dia…')
  const dialog = screen.getByRole('dialog', { name: 'Escolher o prazo' })
  fireEvent.change(within(dialog).getByLabelText('Prazo'), { target: { value: '2026-12-24' } })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Definir prazo' }))
  expect(await screen.findByText('1 caso com prazo em 24/12/2026.')).toBeVisible()
  expect(sent(calls)).toEqual([
    changeOf('forum x', 3, { estado: 'tratado' }),
    { lote: 'l1' },
    changeOf('log', 0, { responsavel: 'a' }),
    changeOf('log', 0, { prazo: '2026-12-24' }),
  ])
})

// Rule: P-CASE-24, P-CASE-61
test('single keys move between the rows and act on the one that has the focus, and not while somebody types', async () => {
  const { calls } = await openList({
    'POST /casos/mudar': body({ mudados: 1, iguais: 0, recusados: [], lote: null }),
    '/casos?busca=%3F': body(page),
  })
  const links = screen.getAllByRole('link', { name: 'caixa@acme.com' })
  await userEvent.keyboard('j')
  expect(links[0]).toHaveFocus()
  await userEvent.keyboard('jj')
  expect(links[1]).toHaveFocus()
  await userEvent.keyboard('k')
  expect(links[0]).toHaveFocus()
  await userEvent.keyboard('a')
  expect(screen.getByRole('menu', { name: /^Responsável por caixa@acme.com em Fórum/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  links[1]?.focus()
  await userEvent.keyboard('e')
  expect(await screen.findByText('1 caso marcado como Em andamento.')).toBeVisible()
  links[0]?.focus()
  await userEvent.keyboard('t')
  expect(sent(calls)).toMatchObject([
    { casos: [{ fonte: 'log' }], mudanca: { estado: 'em-andamento' } },
    { casos: [{ fonte: 'forum x' }], mudanca: { estado: 'tratado' } },
  ])
  await userEvent.keyboard('?')
  await userEvent.click(within(screen.getByRole('dialog', { name: 'Teclas da lista de casos' })).getByRole('button'))
  await userEvent.click(screen.getByRole('searchbox', { name: 'Procurar endereço' }))
  await userEvent.keyboard('?')
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Rule: P-CASE-21
test('the views of the list are parts of it that stand in the address of the page', async () => {
  const asked = ['gravidade=critica', 'responsavel=eu', 'responsavel=ninguem', 'prazo=semana']
  const { calls } = await openList(Object.fromEntries(asked.map((query) => [`/casos?${query}`, body(page)])))
  expect(button('Todos em aberto')).toHaveAttribute('aria-pressed', 'true')
  for (const name of ['Críticos', 'Meus', 'Sem responsável', 'Vencem em 7 dias']) {
    await userEvent.click(button(name))
    expect(button(name)).toHaveAttribute('aria-pressed', 'true')
  }
  expect(calls.map(({ path }) => path)).toEqual(['/casos?', ...asked.map((query) => `/casos?${query}`)])
  expect(button('Todos em aberto')).toHaveAttribute('aria-pressed', 'false')
})

// Rule: P-LIST-16, P-LIST-49
test('a narrow page has the filters behind a button that counts them, one field that sorts, and no empty column', async () => {
  const bare = body({ ...page, pode_mudar: false, linhas: [untouched] })
  const { calls } = await openList({
    '/casos?': bare,
    '/casos?gravidade=alta': bare,
    '/casos?gravidade=alta&ordem=conhecido&invertida=sim': bare,
  })
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads).toEqual(['Endereço', 'Fonte', 'Gravidade', 'Conhecido em', 'Estado'])
  await userEvent.click(button('Filtros'))
  const sheet = within(screen.getByRole('dialog', { name: 'Filtros' }))
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Gravidade' }), 'Alta')
  await userEvent.click(sheet.getByRole('button', { name: 'Ver a lista' }))
  expect(button('Filtros (1)')).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ordenar' }), 'Conhecido em ↑')
  expect(calls.at(-1)?.path).toBe('/casos?gravidade=alta&ordem=conhecido&invertida=sim')
})

// Rule: P-CASE-10, P-CASE-19, P-CASE-54, P-CASE-55
test('the list is sorted by when its cases became known, and marks those that are new', async () => {
  const one = body({ ...page, linhas: [{ ...row, novo: true }, untouched] })
  const { calls } = await openList({ '/casos?': one, '/casos?ordem=conhecido': one, '/casos?gravidade=alta': one })
  expect(screen.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
    'caixa@acme.comnovo',
    'caixa@acme.com',
  ])
  await userEvent.click(button('Conhecido em'))
  expect(calls.at(-1)?.path).toBe('/casos?ordem=conhecido')
  await userEvent.click(button('Gravidade'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Gravidade' }), 'Alta')
  expect(calls.at(-1)?.path).toBe('/casos?gravidade=alta')
})

// Rule: P-CASE-16
test('once a page is chosen, the first 200 cases of what was filtered are chosen together, whatever their page', async () => {
  const many = Array.from({ length: 100 }, (_, at): ListedCase => ({ ...untouched, fonte: `fonte ${at}` }))
  const rows = (at: number) => many.map((one) => ({ ...one, endereco: String(at) }))
  const hundred = (at: number) => body({ ...page, encontrados: 1300, linhas: rows(at) })
  const { calls } = await openList({
    '/casos?': body({ ...page, encontrados: 1300 }),
    '/casos?tamanho=100': hundred(8),
    '/casos?pagina=2&tamanho=100': hundred(9),
    'POST /casos/mudar': body({ mudados: 200, iguais: 0, recusados: [], lote: null }),
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar caixa@acme.com em log' }))
  expect(screen.queryByRole('button', { name: /primeiros/ })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  await userEvent.click(button('Selecionar os 200 primeiros de 1.300'))
  expect(screen.getByText('200 selecionados')).toHaveFocus()
  expect(screen.queryByRole('button', { name: /primeiros/ })).toBeNull()
  await choose('Estado', 'Tratado')
  expect(sent(calls)).toMatchObject([{ casos: { length: 200 } }])
})

// Rule: P-INCIDENT-10, P-INCIDENT-48
test('chosen cases begin an incident, which tells what was gathered', async () => {
  const incidents = '/app/main/analytics/incidentes'
  const register = { encontrados: 0, linhas: [], pode_mudar: true }
  const { calls, place } = await openRoutes(
    {
      '/casos?': body(page),
      '/incidentes?pagina=1': body(register),
      'POST /incidentes': body({ ...anIncident, reunidos: { incluidos: 1, repetidos: 0, sem_lugar: 0, ausentes: 1 } }),
      '/incidentes/i1': body(anIncident),
    },
    PLACE,
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  await choose('Incidente', 'Registrar incidente')
  expect(place()).toMatchObject({ pathname: incidents, search: '' })
  await userEvent.click(await screen.findByText('Começa com 2 casos da lista de casos.'))
  expect(screen.getByText('caixa@acme.com · Fórum')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Nome do incidente'), 'Fórum')
  await userEvent.type(screen.getByLabelText('Quando a organização soube'), '19/11/2026 15:00')
  await userEvent.click(button('Registrar'))
  expect(sent(calls)).toMatchObject([
    {
      casos: [
        { endereco: '7', fonte: 'forum x' },
        { endereco: '7', fonte: 'log' },
      ],
    },
  ])
  expect(await screen.findByText('1 caso incluído, 1 não existe mais.')).toBeVisible()
})

// Rule: P-INCIDENT-10, P-INCIDENT-48
test('chosen cases are added to an incident that is open', async () => {
  const { numero, nome } = anIncident
  const register = { encontrados: 1, linhas: [{ ...anIncident, lacunas: 1 }], pode_mudar: true }
  const { calls } = await openRoutes(
    {
      '/casos?': body(page),
      '/incidentes?pagina=1': body(register),
      '/incidentes/i1': body(anIncident),
      'POST /incidentes/i1/casos': body({
        ...anIncident,
        reunidos: { incluidos: 1, repetidos: 1, sem_lugar: 0, ausentes: 0 },
      }),
    },
    PLACE,
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  await choose('Incidente', 'Acrescentar a um incidente')
  const field = await screen.findByRole('combobox', { name: 'Ou incluir os 2 casos em um incidente aberto' })
  await waitFor(() => expect(field).toHaveFocus())
  expect(field).toHaveDisplayValue(`Incidente nº ${numero}: ${nome}`)
  await userEvent.click(button('Incluir no incidente'))
  expect(sent(calls)).toMatchObject([{ incluir: { length: 2 }, retirar: [] }])
  expect(await screen.findByText('1 caso incluído, 1 já estava neste incidente.')).toBeVisible()
})

// Rule: P-CASE-15, P-CASE-18
// Threat: T-EXPORT-1
test('the file has all cases that the filters leave, each column of the table, and no formula', async () => {
  const rows = [row, { ...untouched, email: '=a@acme.com', nota: 'uma;\noutra', aqui_desde: null }]
  const words = renderHook(() => ({ ...useCaseWords(), ...useNoticeStates(), wordsFor: useAddressWords().wordsFor }))
    .result.current
  const { date } = words
  const columns = caseColumns(words)
  expect(rowsCsv(rows, { columns: fileColumns(columns), date })).toBe(
    'Endereço;Fonte;Gravidade;Pontos;Estado;Responsável;Prazo;Atualizado em;Visto por último;Reaberto em;Nota;Conhecido em;Aviso\r\n' +
      'caixa@acme.com;Fórum;Alta;55;Em andamento;ana@acme.com;02/01/2026;21/11/2026;20/11/2026;;Falei.;19/11/2026;\r\n' +
      `'=a@acme.com;log;Alta;55;A tratar;;;;20/11/2026;;"uma;\noutra";;\r\n`,
  )
  const heads = fileColumns(columns).map(({ head }) => head)
  expect(heads).toEqual(expect.arrayContaining(tableColumns(columns, rows).map(({ title }) => title)))

  const { calls } = await openScreen(
    {
      '/casos?estado=todos': body(page),
      '/casos?estado=todos&tamanho=500': body({
        ...page,
        encontrados: 502,
        linhas: Array.from({ length: 500 }, () => row),
      }),
      '/casos?estado=todos&pagina=2&tamanho=500': { kind: 'timeout' },
    },
    { at: `${PLACE}?estado=todos` },
  )
  await userEvent.click(button('Baixar CSV'))
  expect(await screen.findByText('O servidor não respondeu a tempo.')).toBeVisible()
  expect(calls.at(-1)?.path).toBe('/casos?estado=todos&pagina=2&tamanho=500')
})

// Rule: P-CASE-13
test('cases that were refused are named, and stay chosen with what they are now, for another try', async () => {
  const fontes = Array.from({ length: 6 }, (_, at) => `fonte ${at}`)
  const linhas = [row, ...fontes.map((fonte) => ({ ...untouched, fonte }))]
  const refused = fontes.map((fonte) => ({
    endereco: '7',
    fonte,
    motivo: fonte === 'fonte 0' ? 'nao-existe' : 'mudou',
  }))
  const { answer, calls } = await openList({
    '/casos?': body({ ...page, linhas }),
    'POST /casos/mudar': body({ mudados: 1, iguais: 0, recusados: refused, lote: 'l1' }),
  })
  // One was closed by somebody else, and is in this list no more.
  const now = fontes.slice(2).map((fonte) => ({ ...untouched, fonte, versao: 1 }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  answer({ '/casos?': body({ ...page, linhas: [row, ...now] }) })
  await choose('Estado', 'Tratado')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '1 caso marcado como Tratado, 5 mudaram enquanto isso e ficaram como estão, 1 não existe mais. ' +
      'Seguem selecionados, se ainda estão nesta página: caixa@acme.com em fonte 0; caixa@acme.com em fonte 1; ' +
      'caixa@acme.com em fonte 2; caixa@acme.com em fonte 3; caixa@acme.com em fonte 4; e mais 1.',
  )
  expect(await screen.findByText('4 selecionados')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Selecionar caixa@acme.com em Fórum' })).not.toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Selecionar caixa@acme.com em fonte 5' })).toBeChecked()
  await choose('Estado', 'Tratado')
  expect(sent(calls).at(-1)).toEqual({
    casos: fontes.slice(2).map((fonte) => ({ endereco: '7', fonte, versao: 1 })),
    mudanca: { estado: 'tratado' },
  })
})

// Rule: P-CASE-13
test('cases that an undo leaves as they are, because somebody has acted since, are named and chosen', async () => {
  const outcome = { mudados: 2, iguais: 0, recusados: [], lote: 'l1' }
  const refused = [{ endereco: '7', fonte: 'forum x', motivo: 'mudou' }]
  await openList({
    'POST /casos/mudar': body(outcome),
    'POST /casos/desfazer': body({ mudados: 1, iguais: 0, recusados: refused, lote: null }),
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  await choose('Estado', 'Tratado')
  await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '1 caso voltou a ser como era, 1 mudou enquanto isso e ficou como está. ' +
      'Segue selecionado, se ainda está nesta página: caixa@acme.com em Fórum.',
  )
  expect(screen.getByText('1 selecionado')).toBeVisible()
})

// Rule: P-CASE-10, P-CASE-54, P-CASE-55
test.each<[string, Answers[string], string]>([
  ['without any case', body({ ...page, linhas: [], todos: 0 }), 'Nenhum caso ainda'],
  ['with none of the selection', body({ ...page, linhas: [] }), 'Nenhum caso nesta seleção'],
  ['that does not load', { kind: 'status', status: 503, body: { detail: 'Fora do ar.' } }, 'Fora do ar.'],
  [
    'that may not be seen',
    { kind: 'status', status: 403, body: { detail: 'Fale com quem administra.' } },
    'Sem permissão',
  ],
])('a list %s says so', async (_, answer, text) => {
  await openList({ '/casos?': answer })
  expect(await screen.findByText(text)).toBeVisible()
})

// Rule: P-CASE-2, P-CASE-49
test('a person who may not change cases sees no way to', async () => {
  await openList({ '/casos?': body({ ...page, pode_mudar: false }) })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(button('Baixar XLSX')).toBeVisible()
})

// Rule: P-CASE-2, P-CASE-3, P-CASE-7, P-CASE-49
test('the page of an address has the case of each source, which is changed there', async () => {
  const saved = { ...detail, caso: { ...work, estado: 'tratado', versao: 4 } }
  const ticked = {
    ...saved,
    passos: [{ passo: 'avisar-pessoa', feito_em: '2026-11-22T15:00:00Z', por: 'ana@acme.com' }],
  }
  const { calls } = await openAddress({
    'POST /emails/7/caso': body(saved),
    'POST /emails/7/caso/passos': body(ticked),
  })
  const part = screen.getByRole('group', { name: 'Caso de Fórum' })
  expect(part).toHaveTextContent('Em andamentoCom ana@acme.comPrazo vencido: 02/01/2026')
  await userEvent.click(within(part).getByRole('button', { name: 'Tratar' }))
  const state = await within(part).findByRole('combobox', { name: 'Estado' })
  expect(part).toHaveTextContent('21/11/2026 ana@acme.comEstado: de A tratar para Em andamento')
  expect(part).toHaveTextContent('20/11/2026 SistemaReaberto por evidência mais novaEstado: de Tratado para A tratar')
  await userEvent.selectOptions(state, 'Tratado')
  await userEvent.click(within(part).getByRole('button', { name: 'Salvar' }))
  expect(await within(part).findByText('Caso salvo.')).toBeVisible()
  await userEvent.click(within(part).getByRole('checkbox', { name: /^Avise a pessoa/ }))
  expect(await within(part).findByText('Feito em 22/11/2026 por ana@acme.com')).toBeVisible()
  expect(sent(calls)).toEqual([
    { fonte: 'forum x', versao: 3, estado: 'tratado' },
    { fonte: 'forum x', passo: 'avisar-pessoa', feito: true },
  ])
})

// Rule: P-CASE-3
test('a change that somebody else was faster with says what changed, and keeps what was typed', async () => {
  const theirs: CaseDetail = {
    ...detail,
    caso: { ...work, responsavel: null, versao: 4 },
    historico: [
      {
        em: '2026-11-22T15:00:00Z',
        por: 'bia@acme.com',
        tipo: 'mudanca',
        mudancas: [{ campo: 'responsavel', de: 'ana@acme.com', para: null }],
      },
      ...detail.historico,
    ],
  }
  const { calls, answer } = await openAddress(
    { 'POST /emails/7/caso': { kind: 'status', status: 409, body: { detail: 'Mudou.', ...theirs } } },
    `${ADDRESS}#caso=forum%20x`,
  )
  const note = await screen.findByRole('textbox', { name: 'Nota' })
  await userEvent.type(note, ' Resolvido.')
  await userEvent.click(button('Salvar'))
  expect(await screen.findByText(/Outra pessoa alterou este caso.*Responsável retirado: ana@acme.com/)).toBeVisible()
  expect(note).toHaveValue('Falei. Resolvido.')
  expect(screen.getByRole('combobox', { name: 'Responsável' })).toHaveDisplayValue('Ninguém')
  answer({ 'POST /emails/7/caso': body(theirs) })
  await userEvent.click(button('Salvar'))
  expect(sent(calls)).toEqual([
    { fonte: 'forum x', versao: 3, nota: 'Falei. Resolvido.' },
    { fonte: 'forum x', versao: 4, nota: 'Falei. Resolvido.' },
  ])
})

// Rule: P-CASE-2, M-REST-8, P-CASE-49
test('the history of a case names the API key that changed it, and nobody where a portal did', async () => {
  const act = { em: '2026-11-22T15:00:00Z', por: null, tipo: 'mudanca' }
  const note = [{ campo: 'nota', de: '', para: 'SOC-1042' }]
  const historico = [{ ...act, chave: 'SOAR', mudancas: note }, { ...act, mudancas: note }, ...detail.historico]
  await openAddress({ [DETAIL]: body({ ...detail, historico }) }, `${ADDRESS}#caso=forum%20x`)
  await screen.findByRole('textbox', { name: 'Nota' })
  const part = screen.getByRole('group', { name: 'Caso de Fórum' })
  expect(part).toHaveTextContent('22/11/2026 Chave de API SOARNota escrita22/11/2026 AlguémNota escrita')
})

// Rule: P-CASE-2, P-CASE-49
test('a history of which only the newest lines came says how many there are before', async () => {
  const long = { ...detail, historico_total: detail.historico.length + 21 }
  await openAddress({ [DETAIL]: body(long) }, `${ADDRESS}#caso=forum%20x`)
  expect(await screen.findByText('E mais 21 alterações, anteriores a estas.')).toBeVisible()
})

// Rule: P-CASE-2, P-CASE-49
test('cases that do not load leave the rest of the address', async () => {
  await openAddress({ '/emails/7/casos': { kind: 'status', status: 503, body: '' } })
  expect(await screen.findByText('Os estados dos casos não carregaram.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 4, name: /^Fórum/ })).toBeVisible()
})

const escape = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })

// Rule: P-DRAFT-1, P-DRAFT-2
test('a note that was typed survives Escape, which asks first, and is gone once it is saved', async () => {
  const at = `${ADDRESS}#caso=forum%20x`
  await openAddress({}, at)
  const note = await screen.findByRole('textbox', { name: 'Nota' })
  await userEvent.type(note, ' Resolvido. ')
  expect(fireEvent(note, escape())).toBe(false)
  expect(screen.getByText(/^O texto ainda não foi salvo\./)).toBeVisible()
  // The browser closes the drawer at the second one.
  expect(fireEvent(note, escape())).toBe(true)
  cleanup()

  const { answer } = await openAddress({}, at)
  expect(await screen.findByRole('textbox', { name: 'Nota' })).toHaveValue('Falei. Resolvido. ')
  expect(screen.getByText('Rascunho recuperado')).toBeVisible()
  const saved = { ...detail, caso: { ...work, versao: 4, nota: 'Falei. Resolvido.' } }
  answer({ 'POST /emails/7/caso': body(saved) })
  await userEvent.click(button('Salvar'))
  await waitFor(() => expect(screen.queryByText('Rascunho recuperado')).toBeNull())
  expect(Object.keys(sessionStorage)).toEqual([])
})

// Rule: P-DRAFT-1
test('a draft of a note that is discarded leaves the note as it was saved', async () => {
  const at = `${ADDRESS}#caso=forum%20x`
  await openAddress({}, at)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Nota' }), ' Resolvido.')
  cleanup()
  await openAddress({}, at)
  await screen.findByRole('textbox', { name: 'Nota' })
  await userEvent.click(button('Descartar'))
  expect(screen.getByRole('textbox', { name: 'Nota' })).toHaveValue('Falei.')
  expect(Object.keys(sessionStorage)).toEqual([])
})
