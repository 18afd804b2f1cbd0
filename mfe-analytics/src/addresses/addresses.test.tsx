import type { AddressPage, ListedAddress, Role } from '@atalaia/contracts'
import { renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useAddressWords } from '../address/address-words.ts'
import { fileColumns, tableColumns } from '../lists/list-column.ts'
import { rowsCsv } from '../lists/save-rows.ts'
import { openScreen, type Answers } from '../testing/open-screen.tsx'
import { useAddressesWords } from './addresses-words.ts'
import { addressColumns } from './columns.tsx'
import { queryText, readQuery } from './list-query.ts'
import { decodeFile, readAddresses } from './read-addresses.ts'

const PLACE = '/app/main/analytics/enderecos'

const row: ListedAddress = {
  id: '7',
  email: 'ana@acme.com',
  numero_vazamentos: 3,
  numero_senhas: 0,
  adicionado_em: '2026-11-21T15:00:00Z',
  visto_por_ultimo: '2026-11-20',
  gravidade: { nivel: 'alta', pontos: 55, motivos: [] },
  etiquetas: ['Diretoria'],
  aguarda: false,
  casos: { novos: 1, em_andamento: 2, encerrados: 0 },
  responsaveis: ['bia@acme.com'],
}
const page: AddressPage = {
  encontrados: 26,
  todos: 1300,
  linhas: [
    row,
    {
      ...row,
      id: '8',
      email: 'bia@acme.com',
      visto_por_ultimo: null,
      etiquetas: [],
      aguarda: true,
      casos: { novos: 0, em_andamento: 0, encerrados: 2 },
      responsaveis: [],
    },
  ],
  etiquetas: ['Diretoria', 'RH'],
  donos: ['bia@acme.com'],
  pessoas: [{ id: '5', email: 'bia@acme.com' }],
  cobertura: { fontes: 12, atualizado_em: '2026-11-22T15:00:00Z' },
}
const none: AddressPage = { ...page, encontrados: 0, linhas: [] }
const exportWords = (day = '') =>
  renderHook(() => ({ ...useAddressesWords(), wordsFor: useAddressWords().wordsFor, day })).result.current
const csvOf = (rows: readonly ListedAddress[], words: ReturnType<typeof exportWords>) =>
  rowsCsv(rows, { columns: fileColumns(addressColumns(words)), date: words.date })
const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const open = (more: Answers = {}, query = '', role?: Role) =>
  openScreen(
    { [`/enderecos?${query}`]: body(page), ...more },
    { at: `${PLACE}${query && `?${query}`}`, ...(role && { role }) },
  )
const button = (name: string) => screen.getByRole('button', { name })
const choose = (address: string) => userEvent.click(screen.getByRole('checkbox', { name: `Selecionar ${address}` }))

// Rule: P-LIST-1, P-LIST-3, P-LIST-37, P-LIST-38
test('the list says when it was updated, and each row how badly and when it leaked', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Endereços monitorados')
  expect(screen.getByText('Atualizado em 22/11/2026, 12 fontes.')).toBeVisible()
  expect(screen.getByText('26 de 1.300 endereços')).toBeVisible()
  const cells = within(screen.getAllByRole('row')[1] ?? document.body).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual([
    '',
    'Diretoria',
    'Alta',
    '1 a tratar, 2 em andamento',
    'bia@acme.com',
    '20/11/2026',
    '3',
    '0',
    '21/11/2026',
  ])
  const waiting = within(screen.getAllByRole('row')[2] ?? document.body).getAllByRole('cell')
  expect(waiting.map((cell) => cell.textContent)).toEqual([
    '',
    '',
    'Aguarda prova Provar',
    'Encerrado',
    '',
    '',
    '—',
    '—',
    '21/11/2026',
  ])
})

// Rule: P-CASE-8, P-LIST-3
test('a row tells what is open of its passwords where that is less', async () => {
  const linhas = [
    { ...row, numero_senhas: 5, senhas_em_aberto: 2 },
    { ...row, id: '9', numero_senhas: 4 },
  ]
  await open({ '/enderecos?filtro=senha-em-aberto': body({ ...page, linhas }) }, 'filtro=senha-em-aberto')
  expect(screen.getByRole('combobox', { name: 'Mostrar' })).toHaveDisplayValue('Com senha em aberto')
  expect(screen.getAllByRole('row').flatMap((each) => within(each).queryAllByText(/^\d em aberto$/))).toHaveLength(1)
  expect(within(screen.getAllByRole('row')[1] ?? document.body).getByText('2 em aberto')).toBeVisible()
})

// Rule: P-ADDRESS-5
test('each number of a row leads to its rows on the page of the address', async () => {
  const linhas = [{ ...row, numero_senhas: 5, senhas_em_aberto: 2 }]
  await open({ '/enderecos?': body({ ...page, linhas }) })
  const links = within(screen.getAllByRole('row')[1] ?? document.body).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')?.replace(`${PLACE}/`, '')])).toEqual([
    ['ana@acme.com', '7'],
    ['1 a tratar, 2 em andamento', '7#vazamentos'],
    ['3', '7#vazamentos'],
    ['5', '7#senhas'],
    ['2 em aberto', '7#senhas'],
  ])
})

// Rule: P-LIST-2, P-LIST-9
test('search, filter, label, owner, order and page are asked of the server', async () => {
  const asked = [
    'busca=ana',
    'busca=ana&filtro=com-senha',
    'busca=ana&filtro=com-senha&etiqueta=RH',
    'busca=ana&filtro=com-senha&etiqueta=RH&gravidade=critica',
    'busca=ana&filtro=com-senha&etiqueta=RH&gravidade=critica&visto=ate-30-dias',
    'busca=ana&filtro=com-senha&etiqueta=RH&gravidade=critica&visto=ate-30-dias&responsavel=bia%40acme.com',
    'busca=ana&filtro=com-senha&etiqueta=RH&gravidade=critica&visto=ate-30-dias&responsavel=bia%40acme.com&ordem=senhas',
    'busca=ana&filtro=com-senha&etiqueta=RH&gravidade=critica&visto=ate-30-dias&responsavel=bia%40acme.com&ordem=senhas&invertida=sim',
    'busca=ana&filtro=com-senha&etiqueta=RH&gravidade=critica&visto=ate-30-dias&responsavel=bia%40acme.com&ordem=senhas&invertida=sim&pagina=2',
  ].map((query) => `/enderecos?${query}`)
  const typed = ['a', 'an'].map((text) => `/enderecos?busca=${text}`)
  const { calls } = await open(Object.fromEntries([...typed, ...asked].map((path) => [path, body(page)])))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Procurar endereço' }), 'ana')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mostrar' }), 'Com senha vazada')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Etiqueta' }), 'RH')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Gravidade' }), 'Crítica')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Visto por último' }), 'Nos últimos 30 dias')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Responsável' }), 'bia@acme.com')
  await userEvent.click(button('Senhas Vazadas'))
  expect(screen.getByRole('columnheader', { name: 'Senhas Vazadas' })).toHaveAttribute('aria-sort', 'descending')
  await userEvent.click(button('Senhas Vazadas'))
  await userEvent.click(button('Próxima'))
  const paths = calls.map(({ path }) => path)
  expect(paths.filter((path) => asked.includes(path))).toEqual(asked)
  expect(paths.at(-1)).toBe(asked.at(-1))
})

// Rule: P-LIST-2
test.each([
  '',
  'busca=a%26b&filtro=sem-vazamento&etiqueta=a+b&gravidade=alta&visto=ate-um-ano&dominio=acme.com.br&responsavel=a%40b.com&dia=2026-11-20&ordem=gravidade&invertida=sim&pagina=3',
  'pagina=2',
])('the query %p of the address is read and written as it is', (text) => {
  expect(queryText(readQuery(`?${text}`))).toBe(text)
})

test('a query that makes no sense is the usual one', () => {
  expect(
    queryText(
      readQuery('?ordem=idade&filtro=x&gravidade=y&visto=z&dominio=acme&dia=2026-02-30&pagina=-1&invertida=talvez'),
    ),
  ).toBe('')
})

// Rule: P-LIST-15
test('the list is narrowed to a domain, of those that are offered or any other, and a text that is none is told', async () => {
  const paths = ['', 'dominio=acme.com', 'dominio=loja.com.br'].map((query) => `/enderecos?${query}`)
  const answer = body({ ...page, dominios: ['acme.com.br'] })
  const { calls } = await open(Object.fromEntries(paths.map((path) => [path, answer])))
  const field = screen.getByRole('combobox', { name: 'Domínio' })
  const offered = [...(field.parentElement?.parentElement?.querySelectorAll('datalist option') ?? [])]
  expect(offered.map((each) => each.textContent)).toEqual(['acme.com', 'acme.com.br'])
  await userEvent.click(field)
  await userEvent.paste('@Acme.com')
  await userEvent.clear(field)
  await userEvent.paste('loja.com.br')
  expect(calls.map(({ path }) => path).filter((path) => path.startsWith('/enderecos'))).toEqual([
    paths[0],
    paths[1],
    paths[0],
    paths[2],
  ])
  await userEvent.clear(field)
  await userEvent.type(field, 'loja')
  expect(field).not.toBeInvalid()
  await userEvent.tab()
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('Informe um domínio inteiro, como empresa.com.br.')
  expect(calls.at(-1)?.path).toBe(paths[0])
})

// Rule: P-LIST-10
test.each([
  ['those of the chart', 5, 'Somam 5 vazamentos e 2 senhas, como no gráfico.'],
  [
    'others, because some have gone',
    4,
    'O gráfico tem 5 vazamentos e 2 senhas neste dia. Estes endereços somam 4 vazamentos e 2 senhas: a diferença é de endereços ou relatórios removidos desde então.',
  ],
])('the list of a past day names it, and its sums are %s', async (_, soma_vazamentos, words) => {
  const no_dia = { total_vazamentos: 5, total_senhas: 2, soma_vazamentos, soma_senhas: 2 }
  const query = 'filtro=com-vazamento&dia=2026-11-20'
  const { calls } = await open(
    { [`/enderecos?${query}`]: body({ ...page, no_dia }), '/enderecos?filtro=com-vazamento': body(page) },
    query,
  )
  expect(screen.getByText(/^Números do fim de 20\/11\/2026/)).toBeVisible()
  expect(screen.getByText(words)).toBeVisible()
  await userEvent.click(button('Ver os números de hoje'))
  expect(screen.queryByText(words)).toBeNull()
  expect(calls.at(-1)?.path).toBe('/enderecos?filtro=com-vazamento')
})

const notice = (text: string) => screen.getByText(text).closest('[tabindex]')

// Rule: P-LIST-6, P-ACCESS-12, P-ACCESS-33
test('a removal can be taken back, and the focus stays at what is told of it', async () => {
  const changed = body({ alterados: 2 })
  const { calls } = await open({ 'POST /enderecos/remover': changed, 'POST /enderecos/desfazer': changed })
  await choose('ana@acme.com')
  await choose('bia@acme.com')
  await userEvent.click(button('Remover'))
  expect(await screen.findByText('2 endereços removidos.')).toBeVisible()
  await waitFor(() => expect(notice('2 endereços removidos.')).toHaveFocus())
  await userEvent.click(button('Desfazer'))
  expect(await screen.findByText('2 endereços de volta.')).toBeVisible()
  await waitFor(() => expect(notice('2 endereços de volta.')).toHaveFocus())
  await userEvent.click(button('Fechar'))
  expect(screen.getByRole('table').closest('.analytics-list')).toHaveFocus()
  const sent = calls.filter(({ method }) => method === 'postJson').map((call) => call.body)
  expect(sent).toEqual([{ ids: ['7', '8'] }, { ids: ['7', '8'] }])
})

// Rule: P-LIST-6
test('what was not removed is told with the reason, and stays chosen', async () => {
  const { answer } = await open({
    'POST /enderecos/remover': body({ alterados: 1 }),
    'POST /enderecos/desfazer': body({ alterados: 0, existentes: 1, recusados: 1 }),
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  answer({ '/enderecos?': body({ ...page, linhas: page.linhas.slice(1) }) })
  await userEvent.click(button('Remover'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '1 endereço removido, 1 não foi removido: um domínio provado o trouxe, ou outra pessoa já o removeu.',
  )
  expect(await screen.findByText('1 selecionado')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Selecionar bia@acme.com' })).toBeChecked()
  await userEvent.click(button('Desfazer'))
  expect(
    await screen.findByText('Nenhum endereço de volta, 1 já estava na lista, 1 não pode mais voltar.'),
  ).toBeVisible()
})

// Rule: P-LIST-8
test('addresses that can take no further label are told, and stay chosen', async () => {
  const etiquetas = Array.from({ length: 20 }, (_, at) => `e${at}`)
  const linhas = [row, { ...row, id: '9', email: 'cheia@acme.com', etiquetas }]
  await open({ '/enderecos?': body({ ...page, linhas }), 'POST /enderecos/etiquetar': body({ alterados: 1 }) })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  await userEvent.type(screen.getByRole('combobox', { name: 'Etiqueta para os selecionados' }), 'RH{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '1 endereço alterado, 1 já tem 20 etiquetas e segue selecionado.',
  )
  expect(screen.getByRole('checkbox', { name: 'Selecionar cheia@acme.com' })).toBeChecked()
  expect(screen.getByText('1 selecionado')).toBeVisible()
})

const REMOVALS = '/enderecos/removidos?pagina=1'
const removal = {
  id: 'r1',
  removido_em: '2026-11-22T15:30:00Z',
  por: 'bia@acme.com',
  enderecos: [
    { id: '21', email: 'um@acme.com' },
    { id: '22', email: 'dois@acme.com' },
  ],
}
const alone = { ...removal, id: 'r2', por: null, enderecos: [{ id: '23', email: 'so@acme.com' }] }
const withRemovals = body({ ...page, ha_removidos: true })

// Rule: P-LIST-13, P-LIST-47
test('the removals of the last day are brought back one by one, in numbers that add up, and the focus returns', async () => {
  const { answer, asked, calls } = await open({
    '/enderecos?': withRemovals,
    [REMOVALS]: body({ encontradas: 2, remocoes: [removal, alone] }),
    'POST /enderecos/desfazer': body({ alterados: 1, existentes: 1, recusados: 0 }),
  })
  await userEvent.click(button('Removidos nas últimas 24 horas'))
  const dialog = screen.getByRole('dialog', { name: 'Removidos nas últimas 24 horas' })
  await userEvent.click(await within(dialog).findByText('2 endereços'))
  expect(within(dialog).getByRole('group', { name: '2 endereços' })).toHaveTextContent('um@acme.com dois@acme.com')
  expect(within(dialog).getByText('22/11/2026, 12:30, por bia@acme.com')).toBeVisible()
  expect(within(dialog).getByText('2 remoções')).toBeVisible()
  answer({ [REMOVALS]: body({ encontradas: 1, remocoes: [alone] }) })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Trazer de volta: 2 endereços, 22/11/2026, 12:30' }))
  const told = await within(dialog).findByText('1 endereço de volta, 1 já estava na lista.')
  expect(document.activeElement).toContainElement(told)
  expect(await within(dialog).findByText('1 remoção')).toBeVisible()
  expect(within(dialog).queryByText('2 endereços')).toBeNull()

  const shown = asked().filter((path) => path === '/enderecos?').length
  answer({
    '/enderecos?': body({ ...page, ha_removidos: false }),
    [REMOVALS]: body({ encontradas: 0, remocoes: [] }),
    'POST /enderecos/desfazer': body({ alterados: 1, existentes: 0, recusados: 0 }),
  })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Trazer de volta: so@acme.com, 22/11/2026, 12:30' }))
  expect(await within(dialog).findByText('Nada para trazer de volta')).toBeVisible()
  expect(asked().filter((path) => path === '/enderecos?')).toHaveLength(shown + 1)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fechar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button('Removidos nas últimas 24 horas')).toHaveFocus()
  expect(screen.getByText('1 endereço de volta.')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'postJson').map((call) => call.body)
  expect(sent).toEqual([{ ids: ['21', '22'] }, { ids: ['23'] }])
})

// Rule: P-LIST-13, P-LIST-47
test('removals that do not load say why and load again, and one that does not come back stays with the reason', async () => {
  const failure = { kind: 'status', status: 503, body: { detail: 'Fora do ar.' } } as const
  const full = { kind: 'status', status: 422, body: { detail: 'Não cabem mais.' } } as const
  const { answer, hold, release } = await open({
    '/enderecos?': withRemovals,
    [REMOVALS]: failure,
    'POST /enderecos/desfazer': full,
  })
  hold()
  await userEvent.click(button('Removidos nas últimas 24 horas'))
  expect(screen.getByRole('status', { name: 'Carregando o que foi removido' })).toBeVisible()
  await release()
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText('Fora do ar.')).toBeVisible()
  answer({ [REMOVALS]: body({ encontradas: 1, remocoes: [removal] }) })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Tentar de novo' }))
  await userEvent.click(await within(dialog).findByRole('button', { name: /^Trazer de volta/ }))
  expect(await within(dialog).findByText('Não foi possível concluir. Não cabem mais.')).toBeVisible()
  expect(within(dialog).getByText('2 endereços')).toBeVisible()
})

// Rule: P-LIST-13, P-LIST-47
test('the removals stand in pages of ten, and go on from the first one after one has come back', async () => {
  const remocoes = Array.from({ length: 10 }, (_, at) => ({ ...alone, id: `r${at}` }))
  const { asked } = await open({
    '/enderecos?': withRemovals,
    [REMOVALS]: body({ encontradas: 11, remocoes }),
    '/enderecos/removidos?pagina=2': body({ encontradas: 11, remocoes: [removal] }),
    'POST /enderecos/desfazer': body({ alterados: 2, existentes: 0, recusados: 0 }),
  })
  await userEvent.click(button('Removidos nas últimas 24 horas'))
  const dialog = screen.getByRole('dialog')
  const pages = await within(dialog).findByRole('navigation', { name: 'Páginas das remoções' })
  await userEvent.click(within(pages).getByRole('button', { name: 'Próxima' }))
  await userEvent.click(await within(dialog).findByRole('button', { name: /^Trazer de volta: 2 endereços/ }))
  expect(await within(dialog).findByText('2 endereços de volta.')).toBeVisible()
  expect(asked().filter((path) => path.startsWith('/enderecos/removidos'))).toEqual([
    REMOVALS,
    '/enderecos/removidos?pagina=2',
    REMOVALS,
  ])
})

// Rule: P-LIST-13, P-LIST-47
test.each<[string, AddressPage, Role]>([
  ['nothing was removed', { ...page, ha_removidos: false }, 'analyst'],
  ['the role changes no addresses', { ...page, ha_removidos: true }, 'reader'],
])('where %s there is no way to removals', async (_, answer, role) => {
  await open({ '/enderecos?': body(answer) }, '', role)
  expect(screen.queryByRole('button', { name: 'Removidos nas últimas 24 horas' })).toBeNull()
})

// Rule: P-LIST-8
test('a label is set on what was chosen, and a failure says what the server says', async () => {
  const refused = { kind: 'status', status: 503, body: { detail: 'Fora do ar.' } } as const
  const { answer, calls } = await open({ 'POST /enderecos/etiquetar': refused })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  await userEvent.type(screen.getByRole('combobox', { name: 'Etiqueta para os selecionados' }), 'RH{Enter}')
  expect(await screen.findByText('Não foi possível concluir. Fora do ar.')).toBeVisible()
  answer({ 'POST /enderecos/etiquetar': body({ alterados: 1 }) })
  await userEvent.click(button('Tirar etiqueta'))
  expect(await screen.findByText('1 endereço alterado, 1 já estava assim.')).toBeVisible()
  expect(calls.findLast(({ method }) => method === 'postJson')?.body).toEqual({
    ids: ['7', '8'],
    etiqueta: 'RH',
    tem: false,
  })
})

// Rule: P-LIST-11, P-LIST-46
test('what was chosen is given to a person, and to nobody again', async () => {
  const { calls } = await open({ 'POST /enderecos/atribuir': body({ alterados: 2 }) })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  await userEvent.selectOptions(screen.getByLabelText('Responsável pelos endereços'), 'bia@acme.com')
  await userEvent.click(button('Atribuir'))
  expect(await screen.findByText('2 endereços mudaram de responsável.')).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  await userEvent.click(button('Atribuir'))
  const sent = calls.filter(({ method }) => method === 'postJson').map((call) => call.body)
  expect(sent).toEqual([
    { ids: ['7', '8'], responsavel: '5' },
    { ids: ['7', '8'], responsavel: null },
  ])
})

// Rule: P-LIST-11, P-LIST-46
test('who does not see people can give addresses to nobody', async () => {
  const { donos: _owners, pessoas: _people, ...unnamed } = page
  await open({ '/enderecos?': body(unnamed) })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar os desta página' }))
  expect(button('Remover')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Atribuir' })).toBeNull()
})

// Rule: P-LIST-12
test.each(['reader', 'auditor'] as const)(
  'a person with the role %s reads the list, and is offered no change of it',
  async (role) => {
    await open({}, '', role)
    expect(screen.getByText('O seu papel na organização permite ler esta lista, mas não alterá-la.')).toBeVisible()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Adicionar vários' })).toBeNull()
    expect(button('Baixar CSV')).toBeVisible()
  },
)

// Rule: P-LIST-12
test('an empty list invites nobody to add addresses whose role does not allow it', async () => {
  await open({ '/enderecos?': body({ ...none, todos: 0 }) }, '', 'reader')
  expect(await screen.findByText('Nenhum endereço monitorado ainda')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Adicionar vários' })).toBeNull()
})

// Rule: P-LIST-12
test('an analyst is offered every change, without a word on the role', async () => {
  await open({}, '', 'analyst')
  await choose('ana@acme.com')
  expect([button('Adicionar vários'), button('Remover'), button('Atribuir')]).toHaveLength(3)
  expect(screen.queryByText(/^O seu papel/)).toBeNull()
})

// Rule: P-LIST-5
test('many are added after a preview of what is new, there already and invalid', async () => {
  const outcome = { novos: ['a@acme.com', 'b@acme.com'], existentes: ['ana@acme.com'], invalidos: ['ninguém'] }
  const { calls } = await open({ 'POST /enderecos/conferir': body(outcome), 'POST /enderecos': body(outcome) })
  await userEvent.click(button('Adicionar vários'))
  await userEvent.click(button('Conferir'))
  expect(await screen.findByText('Não há nenhum endereço no que foi colado.')).toBeVisible()
  await userEvent.type(
    screen.getByRole('textbox', { name: /um por linha/ }),
    'a@acme.com, b@acme.com; ana@acme.com{Enter}ninguém',
  )
  await userEvent.click(button('Conferir'))
  await userEvent.click(await screen.findByText('2 endereços novos'))
  expect(screen.getByRole('group', { name: '2 endereços novos' })).toHaveTextContent('a@acme.com b@acme.com')
  await userEvent.click(screen.getByText('1 já está na lista'))
  expect(screen.getByRole('group', { name: '1 já está na lista' })).toHaveTextContent('ana@acme.com')
  expect(screen.getByText('1 não é um endereço: ninguém')).toBeVisible()
  await userEvent.click(button('Monitorar 2 endereços'))
  expect(await screen.findByText('2 endereços passaram a ser monitorados.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'postJson').map((call) => call.body)).toEqual([
    { enderecos: ['a@acme.com', 'b@acme.com', 'ana@acme.com', 'ninguém'] },
    { enderecos: ['a@acme.com', 'b@acme.com'] },
  ])
})

// Rule: P-DRAFT-1, P-FORM-2
test('addresses that were pasted are there again after the dialog is closed, and a file is named', async () => {
  await open({})
  await userEvent.click(button('Adicionar vários'))
  await userEvent.type(screen.getByRole('textbox', { name: /um por linha/ }), 'a@acme.com')
  await userEvent.click(button('Cancelar'))
  await userEvent.click(button('Adicionar vários'))
  expect(screen.getByRole('textbox', { name: /um por linha/ })).toHaveValue('a@acme.com')
  await userEvent.click(button('Descartar'))
  expect(screen.getByRole('textbox', { name: /um por linha/ })).toHaveValue('')
  const file = new File(['b@acme.com'], 'pessoas.csv', { type: 'text/csv' })
  Object.defineProperty(file, 'arrayBuffer', { value: async () => new TextEncoder().encode('b@acme.com').buffer })
  await userEvent.upload(screen.getByLabelText(/CSV/), file)
  expect(screen.getByLabelText(/CSV/)).toHaveAccessibleDescription('pessoas.csv')
  sessionStorage.clear()
})

test.each([
  ['a@x.com\r\nb@x.com\n\n', ['a@x.com', 'b@x.com']],
  ['\uFEFFNome;E-mail\nAna;ana@x.com\nBia;bia@x.com', ['ana@x.com', 'bia@x.com']],
  ['"Ana Souza" <ana@x.com>, Bia <bia@x.com>', ['ana@x.com', 'bia@x.com']],
  ['"ana@x.com","RH"\n"ana@x.com","TI"', ['ana@x.com']],
  ['ana@x.com\nninguém', ['ana@x.com', 'ninguém']],
  ['ana@x.com, bia@x.com; ninguém', ['ana@x.com', 'bia@x.com', 'ninguém']],
  ['ninguém', ['ninguém']],
  [' ;\n', []],
])('of %p the addresses are %p', (text, found) => {
  expect([...new Set(readAddresses(text).map((each) => each.text))]).toEqual(found)
})

// Rule: P-LIST-50
test.each([
  ['Excel, with semicolons', 'Nome;E-mail;Etiquetas\r\nJoão;joao@x.com;"RH, TI"\r\n', ['joao@x.com RH|TI ']],
  ['a separator in the first line', 'sep=,\r\nE-mail,Nome\r\na@x.com,"Souza, Ana"\r\n', ['a@x.com  ']],
  ['tabs', 'Email\tEtiqueta\na@x.com\tRH', ['a@x.com RH ']],
  ['quotes with line breaks', 'Nome;Email\n"Ana\nSouza";a@x.com\nBia;', ['a@x.com  ', '  ']],
  ['an owner', 'Email;Responsável\na@x.com;bia@x.com', ['a@x.com  bia@x.com']],
])('a table of %s is read by its head', (_what, text, rows) => {
  expect(readAddresses(text).map(({ text: found, labels, owner }) => `${found} ${labels.join('|')} ${owner}`)).toEqual(
    rows,
  )
})

// Rule: P-LIST-50, P-EMAIL-13
test('what the list saves is read again, with labels and owners', () => {
  const labels = ['a;b', '"c"', 'd, e', '=1']
  const rows = [{ ...row, email: '+ana@acme.com', etiquetas: labels }, row, { ...row, email: 'joão@acme.com' }]
  expect(readAddresses(`\uFEFF${csvOf(rows, exportWords())}`)).toEqual([
    { line: 2, text: '+ana@acme.com', labels, owner: 'bia@acme.com' },
    { line: 3, text: 'ana@acme.com', labels: ['Diretoria'], owner: 'bia@acme.com' },
    { line: 4, text: 'joão@acme.com', labels: ['Diretoria'], owner: 'bia@acme.com' },
  ])
})

// Rule: P-LIST-50
test('a file of Windows-1252 keeps its letters', () => {
  expect(decodeFile(Uint8Array.from(Buffer.from('Responsável;\u0080', 'latin1')))).toBe('Responsável;€')
  expect(decodeFile(new TextEncoder().encode('Responsável;€'))).toBe('Responsável;€')
  expect(decodeFile(Uint8Array.from(Buffer.from('\uFEFFá', 'utf16le')))).toBe('á')
})

// Rule: P-LIST-50
test('numbers add up, refused rows can be saved with their reasons, and marks of the file are kept', async () => {
  const saved: string[] = []
  jest.spyOn(globalThis, 'Blob').mockImplementation((parts) => void saved.push(String(parts)) as never)
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} })
  const outcome = { novos: ['a@acme.com'], existentes: ['ana@acme.com'], invalidos: ['ninguém'] }
  const { calls } = await open({
    'POST /enderecos/conferir': body(outcome),
    'POST /enderecos': body(outcome),
    'POST /enderecos/etiquetar': body({ alterados: 1 }),
    'POST /enderecos/atribuir': body({ alterados: 1 }),
    '/enderecos?&tamanho=500': body({ ...page, encontrados: 1, linhas: [{ ...row, id: '9', email: 'a@acme.com' }] }),
  })
  await userEvent.click(button('Adicionar vários'))
  await userEvent.click(screen.getByRole('textbox', { name: /um por linha/ }))
  await userEvent.paste(
    'Nome;Email;Etiquetas;Responsável\nA;A@acme.com;RH, TI;bia@acme.com\nB;ana@acme.com;;\nC;ninguém;;\nD;;;\nE;a@acme.com;;',
  )
  await userEvent.click(button('Conferir'))
  expect(await screen.findByText('5 lidos:')).toBeVisible()
  for (const text of ['1 endereço novo', '1 já está na lista', '1 repetido'])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByText(/2 não são endereços: ninguém, linha 5/)).toBeVisible()
  await userEvent.click(button('Baixar os recusados'))
  expect(saved.join('')).toContain('4;ninguém;não é um endereço de e-mail\r\n5;;sem endereço\r\n')
  jest.restoreAllMocks()
  await userEvent.click(button('Monitorar 1 endereço'))
  expect(await screen.findByText('1 endereço passou a ser monitorado.')).toBeVisible()
  expect(calls.flatMap(({ method, body: sent }) => (method === 'postJson' ? [sent] : [])).slice(2)).toEqual([
    { ids: ['9'], etiqueta: 'RH', tem: true },
    { ids: ['9'], etiqueta: 'TI', tem: true },
    { ids: ['9'], responsavel: '5' },
  ])
  sessionStorage.clear()
})

// Rule: P-LIST-4
// Threat: T-EXPORT-1
test('the file has a line for each row, and no cell that a spreadsheet takes for a formula', () => {
  const rows = [
    row,
    {
      ...row,
      email: '=a@acme.com',
      etiquetas: ['a;b', '"c"'],
      visto_por_ultimo: null,
      numero_senhas: 5,
      senhas_em_aberto: 2,
      casos: undefined,
      responsaveis: undefined,
    },
  ]
  expect(csvOf(rows, exportWords())).toBe(
    'Email;Etiquetas;Visto por último;Gravidade;Pontos;Nº Vazamentos;Senhas Vazadas;Adicionado em;Estado;Responsável;Senhas em aberto\r\n' +
      'ana@acme.com;Diretoria;20/11/2026;Alta;55;3;0;21/11/2026;"1 a tratar, 2 em andamento";bia@acme.com;0\r\n' +
      `'=a@acme.com;"a;b, """"""c""""""";;Alta;55;3;5;21/11/2026;;;2\r\n`,
  )
})

// Rule: P-LIST-4
test('the file has each column of the table; what was open on a past day is left empty', () => {
  const words = exportWords('2026-11-20')
  const [head = '', line] = csvOf([row], words).split('\r\n')
  expect(head.split(';')).toEqual(
    expect.arrayContaining(tableColumns(addressColumns(words), [row]).map(({ title }) => title)),
  )
  expect(line).toMatch(/;bia@acme\.com;$/)
})

// Rule: P-LIST-1, P-LIST-37, P-LIST-38
test.each<[string, AddressPage, string]>([
  ['monitors nothing', { ...none, todos: 0 }, 'Nenhum endereço monitorado ainda'],
  ['has nothing of what was searched', none, 'Nenhum endereço encontrado'],
])('an organisation that %s is told so', async (_, answer, title) => {
  await open({ '/enderecos?': body(answer) })
  expect(await screen.findByText(title)).toBeVisible()
})

// Rule: P-LIST-1, P-LIST-37, P-LIST-38
test('a list that does not load says why, and can be loaded again', async () => {
  const { answer } = await open({ '/enderecos?': { kind: 'status', status: 503, body: { detail: 'Fora do ar.' } } })
  expect(await screen.findByText('Fora do ar.')).toBeVisible()
  answer({ '/enderecos?': body(page) })
  await userEvent.click(button('Tentar de novo'))
  expect(await screen.findByText('ana@acme.com')).toBeVisible()
})
