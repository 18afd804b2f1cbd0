import type { CaseDetail, CasePage, LeakCase, ListedCase } from '@atalaia/contracts/cases'
import { exposureOf } from '@atalaia/contracts/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { answers } from '../testing/answers.ts'
import { openScreen, type Answers } from '../testing/open-screen.tsx'
import { queryText, readQuery } from './case-query.ts'

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
      ...more,
    },
    { at },
  )
const button = (name: string) => screen.getByRole('button', { name })
const sent = (calls: readonly { readonly method: string; readonly body?: unknown }[]) =>
  calls.filter(({ method }) => method === 'postJson').map((call) => call.body)

const cellsOf = (at: number) =>
  within(screen.getAllByRole('row')[at] ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

// Rule: P-CASE-10
test('each total lists the cases that it counts, whatever was filtered', async () => {
  const more = { '/casos?responsavel=eu': body(page), '/casos?estado=todos': body(page), '/casos?': body(page) }
  const { calls } = await openScreen(more, { at: `${PLACE}?responsavel=eu` })
  await userEvent.click(button('de 1.300 casos'))
  expect(calls.at(-1)?.path).toBe('/casos?estado=todos')
  await userEvent.click(button('90 em aberto'))
  expect(calls.at(-1)?.path).toBe('/casos?')
})

// Rule: P-CASE-10
test('the list says how many are open, and each row its state, owner and due day', async () => {
  await openList()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Casos')
  expect(button('90 em aberto').parentElement).toHaveTextContent('90 em aberto de 1.300 casos. Atualizado em')
  expect(screen.getByRole('button', { name: 'Atualizado em 22/11/2026, 12 fontes.' })).toBeVisible()
  expect(cellsOf(1)).toEqual([
    '',
    'Fórum',
    'Alta',
    'Em andamento',
    'ana@acme.com',
    '02/01/2026 · Vencido',
    '21/11/2026',
  ])
  expect(cellsOf(2)).toEqual(['', 'log', 'Alta', 'Novo', '', '', ''])
  expect(screen.getAllByRole('link', { name: 'caixa@acme.com' })[0]).toHaveAttribute(
    'href',
    `${ADDRESS}#caso=forum%20x`,
  )
})

// Rule: P-CASE-10
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
  await userEvent.click(button('Aplicar'))
  expect(await screen.findByText('Escolha o que deve mudar.')).toBeVisible()
  const bar = screen.getByText('2 selecionados').closest('form') ?? document.body
  await userEvent.selectOptions(within(bar).getByRole('combobox', { name: 'Estado' }), 'Tratado')
  await userEvent.selectOptions(within(bar).getByRole('combobox', { name: 'Responsável' }), 'Ninguém')
  await userEvent.click(button('Aplicar'))
  expect(await screen.findByText('1 caso mudou, 1 mudou enquanto isso e ficou como está.')).toBeVisible()
  await userEvent.click(button('Desfazer'))
  expect(await screen.findByText('1 caso voltou a ser como era.')).toBeVisible()
  expect(sent(calls)).toEqual([
    {
      casos: [
        { endereco: '7', fonte: 'forum x', versao: 3 },
        { endereco: '7', fonte: 'log', versao: 0 },
      ],
      mudanca: { estado: 'tratado', responsavel: null },
    },
    { lote: 'l1' },
  ])
})

// Rule: P-CASE-10
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

// Rule: P-CASE-2
test('a person who may not change cases sees no way to', async () => {
  await openList({ '/casos?': body({ ...page, pode_mudar: false }) })
  expect(screen.queryByRole('checkbox')).toBeNull()
})

// Rule: P-CASE-2, P-CASE-3, P-CASE-7
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
  expect(part).toHaveTextContent('21/11/2026 ana@acme.comEstado: de Novo para Em andamento')
  expect(part).toHaveTextContent('20/11/2026 AtalaiaReaberto por evidência mais novaEstado: de Tratado para Novo')
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
  expect(await screen.findByText(/Outra pessoa mudou este caso.*Responsável retirado: ana@acme.com/)).toBeVisible()
  expect(note).toHaveValue('Falei. Resolvido.')
  expect(screen.getByRole('combobox', { name: 'Responsável' })).toHaveDisplayValue('Ninguém')
  answer({ 'POST /emails/7/caso': body(theirs) })
  await userEvent.click(button('Salvar'))
  expect(sent(calls)).toEqual([
    { fonte: 'forum x', versao: 3, nota: 'Falei. Resolvido.' },
    { fonte: 'forum x', versao: 4, nota: 'Falei. Resolvido.' },
  ])
})

// Rule: P-CASE-2
test('cases that do not load leave the rest of the address', async () => {
  await openAddress({ '/emails/7/casos': { kind: 'status', status: 503, body: '' } })
  expect(await screen.findByText('Os estados dos casos não carregaram.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 4, name: /^Fórum/ })).toBeVisible()
})
