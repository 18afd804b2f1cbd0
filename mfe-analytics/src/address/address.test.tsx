import type { Exposure, Role } from '@atalaia/contracts'
import { newCase } from '@atalaia/contracts/cases'
import type { NumberRow } from '@atalaia/contracts/number-rows'
import { SEVERITY_GROUPS } from '@atalaia/contracts/severity'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { answers, emails } from '../testing/answers.ts'
import { openScreen, type Answers } from '../testing/open-screen.tsx'

const ADDRESS = 'caixa@acme.com'
const PLACE = '/app/main/analytics/enderecos/7'

const source: Exposure['fontes'][number] = {
  fonte: 'log',
  titulo: 'Log de novembro',
  descricao: null,
  dia: '2026-11-20',
  visto_por_ultimo: '2026-11-20',
  publico_em: null,
  aqui_desde: '2026-11-22T15:00:00Z',
  tipo: 'stealer log',
  site: 'loja.com.br',
  sites: ['login.loja.com.br', 'x.org'],
  numero_sites: 3,
  dados: ['cookies', 'something-new'],
  verificada: false,
  numero_senhas: 2,
  numero_hashes: 1,
  hashes: ['md5'],
  maquinas: 1,
  senhas_repetidas: 1,
  gravidade: {
    nivel: 'critica',
    pontos: 90,
    motivos: [
      { motivo: 'senha-em-claro', pontos: 40 },
      { motivo: 'log-de-infeccao', pontos: 30 },
      { motivo: 'ate-90-dias', pontos: 20 },
    ],
  },
}
const exposure: Exposure = {
  id: '7',
  email: ADDRESS,
  adicionado_em: '2026-11-21T15:00:00Z',
  numero_vazamentos: 2,
  numero_senhas: 2,
  gravidade: source.gravidade,
  fontes: [
    source,
    {
      ...source,
      fonte: 'forum',
      titulo: null,
      tipo: null,
      verificada: null,
      gravidade: { nivel: 'baixa', pontos: 0, motivos: [] },
    },
  ],
  senhas: [
    { fontes: ['forum', 'log'], dia: '2026-11-01' },
    { fontes: ['log'], dia: '2026-11-20' },
  ],
  passos: [
    { passo: 'trocar-senha', feito_em: null, por: null },
    { passo: 'avisar-pessoa', feito_em: '2026-11-22T15:00:00Z', por: 'ana@acme.com' },
  ],
  cobertura: { fontes: 12, atualizado_em: '2026-11-22T15:00:00Z' },
}
const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const problem = (status: number, detail: string) => ({ kind: 'status', status, body: { detail } }) as const
const open = (more: Answers = {}, at = PLACE, role?: Role) =>
  openScreen(
    {
      ...answers(),
      '/emails/7': body(exposure),
      '/emails/7/casos': body({ casos: [], pessoas: [], pode_mudar: true }),
      ...more,
    },
    { at, ...(role && { role }) },
  )
const drawer = () => screen.getByRole('dialog', { name: ADDRESS })
const rows = (name: RegExp) => {
  const details = within(drawer()).getByText(name).closest('details')
  if (!details) throw new Error(`no number ${name.source}`)
  return {
    details,
    items: within(details)
      .getAllByRole('listitem', { hidden: true })
      .map((item) => item.textContent),
  }
}

// Rule: P-ADDRESS-1, P-ADDRESS-3, P-ADDRESS-10
test('an address stands over the dashboard with its sources and when they were updated', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1, hidden: true })).toHaveTextContent('Analises - Ativos Empresariais')
  expect(drawer()).toHaveTextContent('Atualizado em 22/11/2026, 12 fontes. Monitorado desde 21/11/2026.')
  const heading = within(drawer()).getByRole('heading', { level: 4, name: /^Log de novembro/ })
  const card = heading.closest('li')
  for (const text of [
    'não verificado',
    'Dia do vazamento20/11/2026',
    'Conhecido aqui desde22/11/2026',
    'Gravidade90 pontos: 40 (a senha vazou em claro) + 30 (veio de um computador infectado) + 20 (foi visto nos últimos 90 dias)',
    'Tipolog de computador infectado1 computador infectado',
    'Siteloja.com.br',
    'Logins emlogin.loja.com.br, x.orge mais 1',
    'Dadose-mail, cookies de sessão e something-new',
    'Senhas2 em claro 1 delas vazou também em outra fonte 1 em hash (md5)',
  ])
    expect(card).toHaveTextContent(text)
})

// Rule: P-ADDRESS-4, P-ADDRESS-36, P-ADDRESS-37, P-ADDRESS-38
test.each([
  ['', false, false],
  ['#vazamentos', true, false],
  ['#senhas', false, true],
])('with %p, each number has as many rows as it counts, and its own are open', async (hash, leaks, passwords) => {
  await open({}, PLACE + hash)
  expect(rows(/^vazamentos$/)).toMatchObject({
    details: { open: leaks },
    items: [expect.stringMatching(/novembro/), expect.stringMatching(/forum/)],
  })
  expect(rows(/^senhas vazadas$/)).toMatchObject({
    details: { open: passwords },
    items: [
      'Senha 1 · forum e Log de novembro A tratara mesma em 2 fontes01/11/2026',
      'Senha 2 · Log de novembro A tratar20/11/2026',
    ],
  })
})

// Rule: P-ADDRESS-4, P-CASE-8, P-ADDRESS-36, P-ADDRESS-37, P-ADDRESS-38
test('the rows of a number tell which of them are open', async () => {
  const done = {
    fonte: 'log',
    estado: 'tratado',
    responsavel: null,
    prazo: null,
    nota: '',
    versao: 1,
    mudado_em: '2026-11-22T15:00:00Z',
    reaberto_em: null,
  }
  await open({ '/emails/7/casos': body({ casos: [done], pessoas: [], pode_mudar: true }) })
  expect(rows(/^vazamentos$/).items).toEqual(['Log de novembro Tratado20/11/2026', 'forum A tratar20/11/2026'])
  expect(rows(/^senhas vazadas$/).items).toEqual([
    'Senha 1 · forum e Log de novembro A tratara mesma em 2 fontes01/11/2026',
    'Senha 2 · Log de novembro Tratado20/11/2026',
  ])
})

const rowOf = (row: Partial<NumberRow>): NumberRow => ({
  ordem: 1,
  nome: null,
  dia: '2026-11-01',
  ultimo: '2026-11-01',
  tipos: [],
  fontes: ['log'],
  ...row,
})
const linhas = (query: string) => `/emails/7/linhas?${query}`
const opened = async (summary: RegExp) => {
  const [line] = within(drawer()).getAllByText(summary)
  const details = line?.closest('details')
  if (!line || !details) throw new Error(`no line ${summary.source}`)
  await userEvent.click(line)
  return details
}
const openNumber = async (summary: RegExp) => {
  const details = await opened(summary)
  const items = within(details)
  await items.findAllByRole('listitem')
  return { details, items: () => items.getAllByRole('listitem').map((item) => item.textContent) }
}

// Rule: P-ADDRESS-12, P-ADDRESS-40
test.each([
  [
    /^2 em claro/,
    'numero=senhas&depois=0&fonte=log',
    [rowOf({ fontes: ['forum', 'log'], ultimo: '2026-11-20' }), rowOf({ ordem: 2, dia_informado: false })],
    ['Senha 1 · também em forum 01/11/2026até 20/11/2026', 'Senha 2 dia não informado'],
    'As senhas não são guardadas',
  ],
  [
    /^1 delas vazou também/,
    'numero=repetidas&depois=0&fonte=log',
    [rowOf({ fontes: ['forum', 'log'] })],
    ['Senha 1 · também em forum 01/11/2026'],
    'As senhas não são guardadas',
  ],
  [
    /^1 em hash/,
    'numero=hashes&depois=0&fonte=log',
    [rowOf({ tipos: ['md5'] })],
    ['Hash 1 · md5 01/11/2026'],
    'Os hashes não são mostrados',
  ],
  [
    /^1 computador infectado/,
    'numero=computadores&depois=0&fonte=log',
    [rowOf({ tipos: ['cookies', 'autofill'] })],
    ['Computador 1 · cookies de sessão e preenchimento automático 01/11/2026'],
    'nem nome nem dono',
  ],
  [/^e mais 1/, 'numero=sites&depois=2&fonte=log', [rowOf({ ordem: 3, nome: 'z.org' })], ['z.org 01/11/2026'], ''],
])('the number %s of a source opens as many rows as it counts', async (summary, query, rowsOfIt, texts, note) => {
  const isAfter = query.includes('depois=2')
  await open({ [linhas(query)]: body({ total: rowsOfIt.length + (isAfter ? 2 : 0), linhas: rowsOfIt }) })
  const { details, items } = await openNumber(summary)
  expect(items()).toEqual(texts)
  expect(details.textContent).toContain(note)
  expect(within(details).queryByRole('button')).toBeNull()
})

// Rule: P-ADDRESS-12, P-ADDRESS-40
test('rows come a hundred at a time, the focus goes to the first of those that came, and a failure is tried again', async () => {
  const hundred = Array.from({ length: 100 }, (_, at) => rowOf({ ordem: at + 1 }))
  const last = rowOf({ ordem: 101 })
  const { answer } = await open({
    [linhas('numero=senhas&depois=0&fonte=log')]: body({ total: 101, linhas: hundred }),
    [linhas('numero=senhas&depois=100&fonte=log')]: problem(503, 'Fora do ar.'),
  })
  const { details, items } = await openNumber(/^2 em claro/)
  expect(items()).toHaveLength(100)
  expect(within(details).getByText('100 de 101')).toBeVisible()
  await userEvent.click(within(details).getByRole('button', { name: 'Mostrar mais 1' }))
  expect(await within(details).findByText('Fora do ar.')).toBeVisible()
  answer({ [linhas('numero=senhas&depois=100&fonte=log')]: body({ total: 101, linhas: [last] }) })
  await userEvent.click(within(details).getByRole('button', { name: 'Tentar de novo' }))
  expect(await within(details).findByText(/^Senha 101/)).toBeVisible()
  expect(items()).toHaveLength(101)
  await waitFor(() => expect(within(details).getAllByRole('listitem').at(-1)).toHaveFocus())
  expect(within(details).queryByRole('button')).toBeNull()
})

// Rule: P-ADDRESS-4, P-ADDRESS-12, P-ADDRESS-36, P-ADDRESS-37, P-ADDRESS-38, P-ADDRESS-40
test('passwords beyond those that came with the address are rows too, with the states of their cases', async () => {
  const many: Exposure = { ...exposure, numero_senhas: 3 }
  await open({
    '/emails/7': body(many),
    [linhas('numero=senhas&depois=2')]: body({ total: 3, linhas: [rowOf({ ordem: 3, fontes: ['forum', 'log'] })] }),
  })
  const { items } = await openNumber(/^E mais 1 senha/)
  expect(items()).toEqual(['Senha 3 · forum e Log de novembro A tratara mesma em 2 fontes01/11/2026'])
})

// Rule: P-SEVERITY-1
test('the severity tells its points and, in words, the reasons that add up to them', async () => {
  await open()
  const part = within(drawer()).getByRole('heading', { level: 3, name: 'Gravidade Crítica' }).parentElement
  expect(part).toHaveTextContent('+40 a senha vazou em claro+30 veio de um computador infectado')
  expect(part).toHaveTextContent('90 pontos.')
})

// Rule: P-SEVERITY-5, P-SEVERITY-27
test('the whole rule of the severity is on the page, with what counts in this address', async () => {
  await open()
  const details = await opened(/^Como se calcula/)
  const table = await within(details).findByRole('table', { name: 'Motivos e pontos' })
  const texts = within(table)
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell'))
    .flatMap(([reason, points]) => (reason ? [[reason.textContent, points?.textContent]] : []))
  expect(texts).toHaveLength(SEVERITY_GROUPS.flatMap(({ reasons }) => [...reasons]).length)
  expect(texts.filter(([reason]) => reason?.includes('conta aqui'))).toEqual([
    ['a senha vazou em claro conta aqui', '40'],
    ['veio de um computador infectado conta aquiA fonte é um log de computador infectado, ou cita um.', '30'],
    ['foi visto nos últimos 90 dias conta aqui', '20'],
  ])
  for (const text of [
    'São difíceis de quebrar: bcrypt, argon2, scrypt, pbkdf2, phpass, sha256-crypt e sha512-crypt.',
    'CPF, cartão, cookies de sessão, data de nascimento, endereço postal e preenchimento automático',
    '20 até 90 dias, 10 até 365, e depois nenhum',
    'O endereço tem os pontos da fonte que tem mais.',
    'Baixa até 24 pontos, média de 25 a 49, alta de 50 a 74, crítica a partir de 75.',
  ])
    expect(details).toHaveTextContent(text)
})

const decision = (more: object) => ({
  fonte: 'log',
  em: '2026-11-23T15:00:00Z',
  por: 'bia@acme.com',
  tipo: 'mudanca',
  ...more,
})
const state = (para: string) => ({ campo: 'estado', de: 'novo', para })
const timeline = () => within(drawer()).getByRole('heading', { name: 'Linha do tempo' }).parentElement

// Rule: P-ADDRESS-14, P-ADDRESS-41
test('the timeline has the decisions about the cases, with their days and who decided', async () => {
  const decisoes = {
    linhas: [
      decision({ tipo: 'desfazer', mudancas: [state('novo')], por: null, chave: 'SIEM' }),
      decision({ mudancas: [state('aceito')], fonte: 'forum' }),
      decision({ mudancas: [state('something-new'), { campo: 'prazo', de: '2026-12-01', para: null }] }),
      decision({ tipo: 'reabertura', por: null, mudancas: [state('novo')] }),
      decision({ mudancas: [state('tratado'), { campo: 'prazo', de: null, para: '2026-12-01' }] }),
    ],
    anteriores: [],
  }
  await open({ '/emails/7/casos': body({ casos: [], pessoas: [], pode_mudar: true, decisoes }) })
  expect(
    within(timeline() ?? drawer())
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .slice(0, 6),
  ).toEqual([
    '23/11/2026 Caso de Log de novembro volta a ser novo · mudança desfeita · pela chave de API SIEM',
    '23/11/2026 Caso de forum: risco aceito · por bia@acme.com',
    '23/11/2026 Caso de Log de novembro: something-new · Caso de Log de novembro sem prazo · por bia@acme.com',
    '23/11/2026 Caso de Log de novembro reaberto por evidência mais nova',
    '23/11/2026 Caso de Log de novembro tratado · Prazo do caso de Log de novembro: 01/12/2026 · por bia@acme.com',
    '22/11/2026 Log de novembro passou a ser conhecida aqui',
  ])
})

const onThatDay = (hour: string) => `2026-11-22T${hour}:00:00Z`

// Rule: P-ADDRESS-14, P-ADDRESS-41
test('what happened on one day is told in the order of its times, the last first', async () => {
  const told = {
    ...exposure,
    adicionado_em: onThatDay('14'),
    fontes: [{ ...source, dia: '2026-11-22', aqui_desde: onThatDay('15') }],
    passos: [{ passo: 'avisar-pessoa', feito_em: onThatDay('17'), por: null }],
  }
  const decisoes = { linhas: [decision({ em: onThatDay('16'), mudancas: [state('aceito')] })], anteriores: [] }
  await open({
    '/emails/7': body(told),
    '/emails/7/casos': body({ casos: [], pessoas: [], pode_mudar: true, decisoes }),
  })
  const items = within(timeline() ?? drawer()).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent?.replace('22/11/2026 ', ''))).toEqual([
    expect.stringMatching(/^Feito: Avise a pessoa/),
    'Caso de Log de novembro: risco aceito · por bia@acme.com',
    'Log de novembro passou a ser conhecida aqui',
    'O endereço passou a ser monitorado',
    'Vazou em Log de novembro',
  ])
})

// Rule: P-ADDRESS-15
test('decisions that are too many for the timeline are counted, and lead to the history of their case', async () => {
  const decisoes = { linhas: [], anteriores: [{ fonte: 'log', numero: 3 }] }
  const caso = { ...newCase('log'), estado: 'tratado', versao: 3 }
  await open({
    '/emails/7/casos': body({ casos: [caso], pessoas: [], pode_mudar: true, decisoes }),
    '/emails/7/caso?fonte=log': body({ caso, passos: [], historico: [] }),
  })
  expect(timeline()).toHaveTextContent('3 decisões mais antigas estão no histórico do caso de: Log de novembro (3)')
  await userEvent.click(within(drawer()).getByRole('button', { name: 'Log de novembro (3)' }))
  const part = within(drawer()).getByRole('group', { name: 'Caso de Log de novembro' })
  expect(part).toHaveFocus()
  expect(await within(part).findByRole('heading', { name: 'Histórico' })).toBeVisible()
})

// Rule: P-ADDRESS-6, P-ADDRESS-7
test('a step is ticked once the server has kept it; one that was not kept says so', async () => {
  const kept = exposure.passos.map((step) => ({ ...step, feito_em: '2026-11-22T15:00:00Z', por: 'bia@acme.com' }))
  const { answer, calls } = await open({ 'POST /emails/7/passos': problem(503, 'Fora do ar.') })
  const box = () => within(drawer()).getByRole('checkbox', { name: /^Troque a senha nos serviços/ })
  expect(within(drawer()).getByText('1 de 2 passos feitos')).toBeVisible()
  await userEvent.click(box())
  expect(await within(drawer()).findByText('O passo não foi guardado.')).toBeVisible()
  expect(box()).not.toBeChecked()
  answer({ 'POST /emails/7/passos': body(kept) })
  await userEvent.click(box())
  expect(await within(drawer()).findByText('2 de 2 passos feitos')).toBeVisible()
  expect(box()).toBeChecked()
  expect(drawer()).toHaveTextContent('Feito em 22/11/2026 por bia@acme.com')
  expect(calls.at(-1)?.body).toEqual({ passo: 'trocar-senha', feito: true })
})

// Rule: P-ADDRESS-8
test.each([
  [
    problem(404, 'Ele pode ter sido removido.'),
    'Endereço não encontrado',
    'Ele pode ter sido removido.',
    'Voltar ao painel',
  ],
  [problem(403, 'Não com este acesso.'), 'Sem permissão', 'Não com este acesso.', 'Voltar ao painel'],
  [problem(503, 'Fora do ar.'), 'Não foi possível abrir este endereço', 'Fora do ar.', 'Tentar de novo'],
  [
    { kind: 'network' } as const,
    'Não foi possível abrir este endereço',
    'Sem conexão com o servidor.',
    'Tentar de novo',
  ],
])('an address that does not come says why: %p', async (failure, title, reason, button) => {
  await open({ '/emails/7': failure })
  const dialog = screen.getByRole('dialog')
  expect(await within(dialog).findByText(title)).toBeVisible()
  expect(within(dialog).getByText(reason)).toBeVisible()
  expect(within(dialog).getByRole('button', { name: button })).toBeVisible()
})

// Rule: P-ADDRESS-8
test('an address that failed is loaded again', async () => {
  const { answer } = await open({ '/emails/7': problem(503, 'Fora do ar.') })
  answer({ '/emails/7': body(exposure) })
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByRole('dialog', { name: ADDRESS })).toBeVisible()
})

// Rule: P-ADDRESS-2
test.each<[string, () => Promise<unknown>]>([
  ['“Fechar”', () => userEvent.click(within(drawer()).getByRole('button', { name: 'Fechar' }))],
  ['Escape', async () => fireEvent(drawer(), new Event('cancel', { cancelable: true }))],
  ['a click beside it', () => userEvent.click(drawer())],
])('an address that was opened directly is closed to the dashboard by %s', async (_, close) => {
  await open()
  await userEvent.click(within(drawer()).getByRole('heading', { level: 2 }))
  expect(drawer()).toBeVisible()
  await close()
  expect(await screen.findByText('/app/main/analytics')).toBeVisible()
})

const links = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')?.replace('/app/main/analytics/enderecos/', ''))

// Rule: P-ADDRESS-5
test('addresses and numbers of the table, and addresses of the rankings, link to the address', async () => {
  const known = emails(3).map((row, at) => (at === 0 ? { ...row, id: 'x-9', email: 'ana@empresa.com.br' } : row))
  await openScreen({ ...answers(), '/emails?tamanho=100': body(known) })
  expect(links('Emails Monitorados').slice(0, 3)).toEqual(['2', '2#vazamentos', '2#senhas'])
  expect(links('Top 3 vazamentos E-mail')).toEqual(['x-9#vazamentos'])
})

// Rule: P-ADDRESS-11
test('its reports are one link away', async () => {
  await open()
  await userEvent.click(within(drawer()).getByRole('link', { name: 'Relatórios deste endereço' }))
  expect(await screen.findByText('/app/main/analytics/relatorios')).toBeVisible()
})

const action = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

// Rule: P-LIST-14
test('an address is removed on its own page, and comes back by the undo, which has the focus', async () => {
  const { asked, calls } = await open({
    'POST /enderecos/remover': body({ alterados: 1 }),
    'POST /enderecos/desfazer': body({ alterados: 1, existentes: 0, recusados: 0 }),
  })
  const summaries = () => asked().filter((path) => path === '/dashboard/resumo').length
  const before = summaries()
  await userEvent.click(action('Remover endereço'))
  expect(await within(drawer()).findByText(/^Endereço removido/)).toBeVisible()
  await waitFor(() => expect(action('Desfazer')).toHaveFocus())
  expect(within(drawer()).queryByText('Onde vazou')).toBeNull()
  expect(summaries()).toBe(before + 1)
  await userEvent.click(action('Desfazer'))
  expect(await within(drawer()).findByText('Onde vazou')).toBeVisible()
  await waitFor(() => expect(within(drawer()).getByRole('heading', { level: 2, name: ADDRESS })).toHaveFocus())
  expect(summaries()).toBe(before + 2)
  const sent = calls.filter(({ method }) => method === 'postJson').map(({ path, body: told }) => [path, told])
  expect(sent).toEqual([
    ['/enderecos/remover', { ids: ['7'] }],
    ['/enderecos/desfazer', { ids: ['7'] }],
  ])
})

// Rule: P-LIST-6, P-LIST-14
test('an address that is not removed says why, and so does one that does not come back', async () => {
  const { answer } = await open({
    'POST /enderecos/remover': body({ alterados: 0 }),
    'POST /enderecos/desfazer': problem(422, 'Não cabem mais.'),
  })
  await userEvent.click(action('Remover endereço'))
  expect(await within(drawer()).findByText(/^Este endereço não foi removido: um domínio provado/)).toBeVisible()
  answer({ 'POST /enderecos/remover': problem(503, 'Fora do ar.') })
  await userEvent.click(action('Remover endereço'))
  expect(await within(drawer()).findByText('Não foi possível concluir. Fora do ar.')).toBeVisible()
  answer({ 'POST /enderecos/remover': body({ alterados: 1 }) })
  await userEvent.click(action('Remover endereço'))
  await userEvent.click(await within(drawer()).findByRole('button', { name: 'Desfazer' }))
  expect(await within(drawer()).findByText('Não foi possível concluir. Não cabem mais.')).toBeVisible()
  expect(action('Desfazer')).toBeVisible()
})

// Rule: P-LIST-14
test('who may change no addresses is not offered to remove one', async () => {
  await open({}, PLACE, 'reader')
  expect(within(drawer()).getByRole('link', { name: 'Relatórios deste endereço' })).toBeVisible()
  expect(within(drawer()).queryByRole('button', { name: 'Remover endereço' })).toBeNull()
})

// Rule: P-SEVERITY-6
test('a leak of which nobody has told a day says so in its source, its numbers and the timeline', async () => {
  const fontes = exposure.fontes.map((one) => ({ ...one, dia_informado: false }))
  await open({ '/emails/7': body({ ...exposure, fontes }) }, `${PLACE}#vazamentos`)
  const card = within(drawer())
    .getByRole('heading', { level: 4, name: /^Log de novembro/ })
    .closest('li')
  expect(card).toHaveTextContent('Dia do vazamentodia não informado')
  expect(card).toHaveTextContent('Conhecido aqui desde22/11/2026')
  for (const item of [...rows(/^vazamentos$/).items, ...rows(/^senhas vazadas$/).items])
    expect(item).toMatch(/dia não informado$/)
  expect(within(drawer()).queryByText(/^Vazou em/)).toBeNull()
})
