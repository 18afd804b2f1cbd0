import { monthsBefore, saoPauloDay } from '@atalaia/contracts'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { answers, emails, emptySummary, summary } from '../testing/answers.ts'
import { openScreen, sessionOf } from '../testing/open-screen.tsx'

const widget = (name: string) => screen.getByRole('region', { name })
const placeIn = (title: string) => within(widget(title)).getByRole('link').getAttribute('href')
const down = { kind: 'network' } as const
const body = (value: unknown) => ({ kind: 'body', body: value }) as const

// Rule: P-DASH-1, P-DASH-2, P-DASH-3, P-DASH-5, P-DASH-34, P-DASH-56, P-DASH-57, P-DASH-58, P-DASH-59
test('with everything known the screen has its titles and numbers', async () => {
  await openScreen(answers())
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Analises - Ativos Empresariais')
  expect(screen.getByText(/^Atualizado em \d{2}\/\d{2}\/\d{4}, \d+ fontes\.$/)).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Total de Vazamentos',
    'Top 3 vazamentos E-mail',
    'Top 3 vazamentos Senha',
    'Últimos 3 Relatórios',
    'Ultimos 3 meses',
    'Adicionar Email Monitorado',
    'Emails Monitorados',
  ])
  expect(within(widget('Total de Vazamentos')).getByText('1.284')).toBeVisible()
  expect(within(widget('Total de Vazamentos')).getByText('312')).toBeVisible()
  expect(within(widget('Top 3 vazamentos E-mail')).getAllByRole('listitem')[0]).toHaveTextContent(
    '41ana@empresa.com.br',
  )
  expect(within(widget('Top 3 vazamentos Senha')).getAllByRole('listitem')).toHaveLength(2)
})

// Rule: P-DASH-34, P-DASH-56, P-DASH-57, P-DASH-58, P-DASH-59
test('the number of sources opens them, and closing leads back to it', async () => {
  const fontes = [
    {
      fonte: 'forum',
      titulo: 'Fórum Maré',
      vazou_em: '2025-10-01',
      atualizado_em: '2025-11-20T12:00:00Z',
      registros: 1200,
    },
    {
      fonte: 'loja',
      titulo: null,
      vazou_em: '2025-09-01',
      dia_informado: false,
      atualizado_em: '2025-11-19T12:00:00Z',
      registros: 1,
    },
  ]
  const { answer } = await openScreen({ ...answers(), '/dashboard/fontes?tamanho=25&pagina=1': down })
  const number = screen.getByRole('button', { name: /^Atualizado em .* 12 fontes\.$/ })
  number.focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Não foi possível carregar as fontes')).toBeVisible()
  answer({ '/dashboard/fontes?tamanho=25&pagina=1': body({ fontes }) })
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fontes consultadas' }))
  const rows = await dialog.findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Fórum Marévazou em 01/10/2025 · importada em 20/11/2025 · 1.200 registros',
    'lojadia não informado · importada em 19/11/2025 · 1 registro',
  ])
  expect(dialog.queryByRole('navigation')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Fechar' }))
  expect(number).toHaveFocus()
})

// Rule: P-DASH-34, P-DASH-56, P-DASH-57, P-DASH-58, P-DASH-59
test('sources come in pages; one that does not load can be loaded again, and none at all are told', async () => {
  const fontes = Array.from({ length: 26 }, (_, at) => ({
    fonte: `fonte ${at}`,
    titulo: null,
    vazou_em: '2025-10-01',
    atualizado_em: '2025-11-20T12:00:00Z',
    registros: 1,
  }))
  const [first, second] = [1, 2].map((at) => `/dashboard/fontes?tamanho=25&pagina=${at}`)
  const pages = {
    [`${first}`]: body({ encontrados: 26, fontes: fontes.slice(0, 25) }),
    [`${second}`]: down,
  }
  const { answer } = await openScreen({ ...answers(), ...pages })
  await userEvent.click(screen.getByRole('button', { name: /^Atualizado em / }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fontes consultadas' }))
  expect(await dialog.findByText('26 fontes')).toBeVisible()
  expect(within(dialog.getByRole('region')).getAllByRole('listitem')).toHaveLength(25)
  const next = within(dialog.getByRole('navigation', { name: 'Páginas de fontes' })).getByRole('button', {
    name: /Próxima/,
  })
  await userEvent.click(next)
  expect(await dialog.findByText('Não foi possível carregar as fontes')).toBeVisible()
  expect(next).toHaveFocus()
  answer({ [`${second}`]: body({ encontrados: 26, fontes: fontes.slice(25) }) })
  await userEvent.click(dialog.getByRole('button', { name: 'Tentar de novo' }))
  expect(await dialog.findByText('fonte 25')).toBeVisible()
  expect(dialog.queryByText('fonte 0')).toBeNull()
  answer({ [`${first}`]: body({ encontrados: 0, fontes: [] }) })
  await userEvent.click(dialog.getByRole('button', { name: /Anterior/ }))
  expect(await dialog.findByText('Nenhuma fonte importada ainda.')).toBeVisible()
})

// Rule: P-DASH-4, P-DASH-55
test('each of the two totals shows its change since the month before', async () => {
  await openScreen(answers())
  expect(within(widget('Total de Vazamentos')).getByText(/^\+84 \(\+7%\) desde /)).toBeVisible()
  expect(within(widget('Total de Vazamentos')).getByText(/^\+12 \(\+4%\) desde /)).toBeVisible()
})

// Rule: P-DASH-6, P-DASH-7
test('a report has the part of its name before the at-sign, and opens in a new tab that knows nothing of this one', async () => {
  await openScreen(answers())
  const link = within(widget('Últimos 3 Relatórios')).getByRole('link')
  expect(link).toHaveAccessibleName('maria.souza (abre em nova aba)')
  expect(link).toHaveAttribute('href', 'https://api.example/r/1?sig=a')
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
  expect(within(widget('Últimos 3 Relatórios')).getByText('21/11/2024')).toBeVisible()
})

// Rule: P-DASH-8, P-DASH-10
test('while the calls run each widget is busy and shows no number', async () => {
  const { release } = await openScreen(answers(), { held: true })
  expect(widget('Total de Vazamentos')).toHaveAttribute('aria-busy', 'true')
  expect(widget('Emails Monitorados')).toHaveAttribute('aria-busy', 'true')
  expect(screen.queryByText('—')).toBeNull()
  expect(screen.queryByText('0')).toBeNull()
  await release()
  expect(widget('Total de Vazamentos')).toHaveAttribute('aria-busy', 'false')
})

// Rule: P-DASH-9, P-API-6
test('opening asks for each of the three once', async () => {
  const { asked } = await openScreen(answers())
  expect(asked()).toEqual(['/dashboard/resumo', '/clientes/me/analises', '/emails?tamanho=100'])
})

// Rule: P-DASH-10, P-DASH-11, M-FAIL-14, M-FAIL-15
test.each([
  ['drops the connection', down],
  ['hangs', { kind: 'timeout' }],
  ['answers 500', { kind: 'status', status: 500, body: '' }],
  ['answers another shape', body({ ok: true })],
] as const)('an API that %s is logged, shows no message and no number, and can be asked again', async (_, reply) => {
  const failing = { '/dashboard/resumo': reply, '/clientes/me/analises': reply, '/emails?tamanho=100': reply }
  const { answer, lines } = await openScreen(failing)
  expect(lines.map(({ level, message }) => `${level}: ${message}`)).toEqual(
    Array(3).fill('error: Erro ao buscar dados do dashboard'),
  )
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText('0')).toBeNull()

  answer(answers())
  await userEvent.click(screen.getByRole('button', { name: 'Carregar de novo' }))
  expect(await screen.findByText('1.284')).toBeVisible()
})

// Rule: P-DASH-29
test('with no answer at all one panel stands for all numbers, and only the form is left beside it', async () => {
  await openScreen({
    ...answers(),
    '/dashboard/resumo': down,
    '/clientes/me/analises': down,
    '/emails?tamanho=100': down,
  })
  expect(screen.getAllByRole('button', { name: 'Carregar de novo' })).toHaveLength(1)
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Adicionar Email Monitorado',
  ])
})

// Rule: P-DASH-12, P-NUM-1
test('one call that fails leaves the other two alone', async () => {
  await openScreen({ ...answers(), '/dashboard/resumo': down })
  expect(within(widget('Total de Vazamentos')).getAllByText('—')).toHaveLength(2)
  expect(within(widget('Ultimos 3 meses')).getByRole('img')).toBeInTheDocument()
  expect(within(widget('Emails Monitorados')).getAllByRole('row')).toHaveLength(4)
})

const page = (linhas: readonly unknown[], encontrados = 5000) => body({ encontrados, todos: 5000, aguardam: 0, linhas })

// Rule: P-DASH-4, P-DASH-55
test('the change of a total leads to the addresses of the day that it is compared with, and tells so', async () => {
  await openScreen(answers())
  const day = monthsBefore(saoPauloDay(), 1)
  const [leaks, passwords] = within(widget('Total de Vazamentos')).getAllByRole('link', { name: /desde/ })
  expect(leaks).toHaveAttribute('href', `/app/main/analytics/enderecos?filtro=com-vazamento&dia=${day}`)
  expect(leaks).toHaveAccessibleDescription(/^Explique este número: endereços de \d{2}\/\d{2}\/\d{4}$/)
  expect(passwords).toHaveAttribute('href', `/app/main/analytics/enderecos?filtro=com-senha&ordem=senhas&dia=${day}`)
})

// Rule: P-DASH-4, P-DASH-55
test('a change since a day without any leads nowhere, for that day has no rows', async () => {
  const analyses = [{ data_analise: monthsBefore(saoPauloDay(), 1), total_senhas: 0, total_vazamentos: 0 }]
  await openScreen({ ...answers(), '/clientes/me/analises': body(analyses) })
  expect(screen.getByText(/^\+1\.284 desde/)).toBeVisible()
  expect(screen.queryByRole('link', { name: /desde/ })).toBeNull()
})

// Rule: P-ADDRESS-4
test('each total leads to the list of the addresses that make it, and what is open to its rows', async () => {
  const em_aberto = { numero_vazamentos: 7, numero_senhas_vazadas: 3 }
  await openScreen({ ...answers(), '/dashboard/resumo': body({ ...summary, em_aberto }) })
  const links = within(widget('Total de Vazamentos')).getAllByRole('link', { name: /^\d\S*( em aberto)?$/ })
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1.284', '/app/main/analytics/enderecos?filtro=com-vazamento'],
    ['7 em aberto', '/app/main/analytics/casos'],
    ['312', '/app/main/analytics/enderecos?filtro=com-senha&ordem=senhas'],
    ['3 em aberto', '/app/main/analytics/enderecos?filtro=senha-em-aberto&ordem=senhas'],
  ])
})

// Rule: P-ADDRESS-5
test('what is open of a row of a top leads to the page of its address', async () => {
  const top_3_vazamentos_senha = [{ quantidade: 12, usuario: 'davi@empresa.com.br', id: '9', abertos: 4 }]
  await openScreen({ ...answers(), '/dashboard/resumo': body({ ...summary, top_3_vazamentos_senha }) })
  const link = within(widget('Top 3 vazamentos Senha')).getByRole('link', { name: '4 em aberto' })
  expect(link).toHaveAttribute('href', '/app/main/analytics/enderecos/9#senhas')
})

// Rule: P-DASH-34, P-DASH-56, P-DASH-57, P-DASH-58, P-DASH-59
test('each text with the number of sources opens them', async () => {
  await openScreen({ ...answers(), '/dashboard/resumo': body(emptySummary), '/clientes/me/analises': body([]) })
  const places = ['Total de Vazamentos', 'Top 3 vazamentos E-mail', 'Top 3 vazamentos Senha', 'Ultimos 3 meses']
  for (const name of places) expect(within(widget(name)).getByRole('button', { name: /12 fontes/ })).toBeVisible()
})

// Rule: P-DASH-32
test('each number in the table of the chart leads to the list of the addresses of its day', async () => {
  await openScreen(answers())
  await userEvent.click(screen.getByRole('button', { name: 'Ver como tabela' }))
  const links = within(screen.getByRole('region', { name: 'Tabela do gráfico' })).getAllByRole('link')
  expect(links.slice(0, 2).map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1.284', `/app/main/analytics/enderecos?filtro=com-vazamento&dia=${saoPauloDay()}`],
    ['312', `/app/main/analytics/enderecos?filtro=com-senha&ordem=senhas&dia=${saoPauloDay()}`],
  ])
})

// Rule: P-ADDRESS-4
test('a row of the tops leads to its number on the page of its address', async () => {
  const told = {
    ...summary,
    top_3_vazamentos_email: [{ id: '7', quantidade: 41, usuario: 'ana@empresa.com.br' }],
    top_3_vazamentos_senha: [{ id: '8', quantidade: 12, usuario: 'davi@empresa.com.br' }],
  }
  await openScreen({ ...answers(), '/dashboard/resumo': body(told) })
  expect(placeIn('Top 3 vazamentos E-mail')).toBe('/app/main/analytics/enderecos/7#vazamentos')
  expect(placeIn('Top 3 vazamentos Senha')).toBe('/app/main/analytics/enderecos/8#senhas')
})

// Rule: P-EMAIL-15
test('of more addresses than come at once, the server sorts, filters and pages the table', async () => {
  const first = emails(100).toReversed()
  const [one] = emails(1)
  const asked = {
    'tamanho=10&ordem=vazamentos&pagina=500': page([{ ...one, email: 'last@empresa.com.br' }]),
    'tamanho=10&ordem=email&pagina=1': page([{ ...one, email: 'first@empresa.com.br' }]),
    'tamanho=10&busca=zo&ordem=email&pagina=1': page([{ ...one, email: 'zoe@empresa.com.br' }], 1),
  }
  const { calls, answer } = await openScreen({
    ...answers(),
    '/emails?tamanho=100': page(first),
    '/emails?tamanho=10&busca=z&ordem=email&pagina=1': page([], 0),
    ...Object.fromEntries(Object.entries(asked).map(([query, reply]) => [`/emails?${query}`, reply])),
  })
  const table = within(widget('Emails Monitorados'))
  expect(table.getByText('5.000 endereços')).toBeVisible()
  await userEvent.click(table.getByRole('button', { name: 'Próxima' }))
  expect(table.getByText('pessoa0089@empresa.com.br')).toBeVisible()
  expect(calls).toHaveLength(3)
  await userEvent.click(table.getByRole('button', { name: 'Página 500 de 500' }))
  expect(await table.findByText('last@empresa.com.br')).toBeVisible()
  await userEvent.click(table.getByRole('button', { name: 'Email' }))
  expect(await table.findByText('first@empresa.com.br')).toBeVisible()
  await userEvent.type(table.getByRole('searchbox'), 'zo')
  expect(await table.findByText('zoe@empresa.com.br')).toBeVisible()
  expect(table.getByText('1 de 5.000 endereços')).toBeVisible()
  answer({ '/emails?tamanho=10&busca=zo&ordem=senhas&pagina=1': { kind: 'status', status: 503, body: {} } })
  await userEvent.click(table.getByRole('button', { name: 'Senhas Vazadas' }))
  expect(await table.findByText(/^Esta parte da tabela não carregou/)).toBeVisible()
})

// Rule: M-FAIL-14
test('an answer that does not fit its schema counts as failed', async () => {
  const { lines } = await openScreen({ ...answers(), '/emails?tamanho=100': body([{ email: 1 }]) })
  expect(within(widget('Emails Monitorados')).getByText('—')).toBeVisible()
  expect(lines).toEqual([expect.objectContaining({ detail: expect.objectContaining({ path: '/emails?tamanho=100' }) })])
})

// Rule: P-DASH-13
test('a reload that fails keeps what was known', async () => {
  const { answer } = await openScreen(answers())
  answer({ '/dashboard/resumo': down })
  await userEvent.click(within(widget('Emails Monitorados')).getByRole('button', { name: 'Carregar de novo' }))
  expect(within(widget('Total de Vazamentos')).getByText('1.284')).toBeVisible()
})

// Rule: P-DASH-25
test('without a monitored address the form comes first, with what is covered', async () => {
  await openScreen({
    '/dashboard/resumo': body(emptySummary),
    '/clientes/me/analises': body([]),
    '/emails?tamanho=100': body([]),
  })
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('Adicionar Email Monitorado')
  expect(
    screen.getByText(/importado \(12 fontes, atualizado em 20\/11\/2025\) e de novo a cada nova fonte/),
  ).toBeVisible()
  expect(within(widget('Total de Vazamentos')).getByText('Adicione um endereço para ver os números.')).toBeVisible()
  expect(screen.getAllByText('Adicione um endereço para ver os números.')).toHaveLength(1)
  expect(document.body).not.toHaveTextContent(/segur[oa]/)
})

// Rule: P-DASH-33
test('the table leads to the list of all addresses, whose number it says', async () => {
  const all = { encontrados: 1204, todos: 1204, aguardam: 0, linhas: emails(100) }
  await openScreen({ ...answers(), '/emails?tamanho=100': body(all) })
  const link = within(widget('Emails Monitorados')).getByRole('link', { name: 'Ver todos os 1.204 endereços →' })
  expect(link).toHaveAttribute('href', '/app/main/analytics/enderecos')
})

// Rule: P-EMAIL-17
test.each(['reader', 'auditor'] as const)(
  'a role that adds no addresses, %s, sees no form, also without any',
  async (role) => {
    await openScreen({ ...answers(), '/emails?tamanho=100': body([]) }, { role })
    expect(screen.queryByRole('region', { name: 'Adicionar Email Monitorado' })).toBeNull()
    expect(widget('Emails Monitorados')).toBeVisible()
  },
)

// Rule: P-DASH-25
test('an address typed before the answers came stays in its field, under the focus, and the form where it is', async () => {
  const { release } = await openScreen(
    { '/dashboard/resumo': body(emptySummary), '/clientes/me/analises': body([]), '/emails?tamanho=100': body([]) },
    { held: true },
  )
  const field = screen.getByRole('textbox', { name: 'Email' })
  await userEvent.type(field, 'ana@emp')
  await release()
  expect(screen.getByText(/importado \(12 fontes/)).toBeVisible()
  expect(field).toBeInTheDocument()
  expect(field).toHaveFocus()
  expect(field).toHaveValue('ana@emp')
  await userEvent.keyboard('resa.com')
  expect(field).toHaveValue('ana@empresa.com')
  expect(screen.getAllByRole('heading', { level: 2 })[0]).not.toHaveTextContent('Adicionar Email Monitorado')
})

// Rule: P-DASH-25, P-DASH-14
test('another person who monitors nothing gets the form first, whoever typed before', async () => {
  const { answer, hold, release, shell } = await openScreen(answers())
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@emp')
  hold()
  act(() => shell.publish('session:changed', sessionOf('outra@organizacao.com.br')))
  answer({
    '/dashboard/resumo': body(emptySummary),
    '/clientes/me/analises': body([]),
    '/emails?tamanho=100': body([]),
  })
  await release()
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('Adicionar Email Monitorado')
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('')
})

// Rule: P-DASH-23
test('when nothing was found the screen says where it was looked for', async () => {
  await openScreen({ ...answers(), '/dashboard/resumo': body(emptySummary) })
  expect(
    within(widget('Total de Vazamentos')).getByText('Nenhum vazamento em 12 fontes, atualizado em 20/11/2025.'),
  ).toBeVisible()
  expect(within(widget('Top 3 vazamentos Senha')).getByText(/^Nenhuma senha vazada em 12 fontes/)).toBeVisible()
})

// Rule: P-DASH-14
test('when another person signs in, the numbers of the one before are gone and theirs are loaded', async () => {
  const { answer, hold, release, shell } = await openScreen(answers())
  hold()
  act(() => shell.publish('session:changed', sessionOf('outra@organizacao.com.br')))
  expect(screen.queryByText('1.284')).toBeNull()
  answer({ '/emails?tamanho=100': body(emails(1)) })
  await release()
  expect(within(widget('Emails Monitorados')).getAllByRole('row')).toHaveLength(2)
})

// Rule: P-DASH-14
test('when the page goes on in another organisation, as after a support access, the numbers of the one before are gone', async () => {
  const { answer, hold, release, shell } = await openScreen(answers())
  const session = sessionOf('ana@empresa.com.br')
  if (session.status !== 'active') throw new Error('somebody is signed in')
  hold()
  act(() => shell.publish('session:changed', { ...session, organisation: { id: '2', name: 'Outra' } }))
  expect(screen.queryByText('1.284')).toBeNull()
  answer({ '/emails?tamanho=100': body(emails(1)) })
  await release()
  expect(within(widget('Emails Monitorados')).getAllByRole('row')).toHaveLength(2)
})

test('an answer that comes after the session ended is dropped', async () => {
  const { release, shell } = await openScreen(answers(), { held: true })
  act(() => shell.publish('session:changed', { status: 'anonymous', reason: 'logout' }))
  await release()
  expect(screen.queryByText('1.284')).toBeNull()
})

// Rule: P-DASH-28
test('a widget that was closed is closed at the next visit, for that person alone', async () => {
  localStorage.clear()
  await openScreen(answers())
  await userEvent.click(within(widget('Ultimos 3 meses')).getByRole('button', { name: 'Fechar' }))
  cleanup()
  await openScreen(answers())
  expect(screen.queryByRole('region', { name: 'Ultimos 3 meses' })).toBeNull()
  expect(JSON.stringify(localStorage)).not.toContain('ana@')

  cleanup()
  const { shell } = await openScreen(answers())
  act(() => shell.publish('session:changed', sessionOf('outra@organizacao.com.br')))
  expect(await screen.findByRole('region', { name: 'Ultimos 3 meses' })).toBeVisible()
})
