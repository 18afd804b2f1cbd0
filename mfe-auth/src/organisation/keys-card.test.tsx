import type { ApiKey, ApiKeys } from '@atalaia/contracts/api-keys'
import { inTurn, type FakeApi, type Reply } from '@atalaia/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { openAuth } from '../testing/open-auth.tsx'

beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-24T12:00:00Z') }))
afterEach(() => jest.useRealTimers())

const PATH = '/organizacao/chaves'
const CHAVE = '0123456789abcdef0123456789abcdef'
const button = (name: string) => screen.getByRole('button', { name })
const body = (value: unknown): Reply => ({ kind: 'body', body: value })
const refusal = (status: number, message: string): Reply => ({ kind: 'status', status, body: { message } })
const key = (nome: string, more: Partial<ApiKey> = {}): ApiKey => ({
  id: nome,
  nome,
  comeco: 'ab12',
  permissoes: ['hibp:read'],
  so: [],
  criada_em: '2026-11-20T12:00:00Z',
  usada_em: null,
  revogada_em: null,
  ...more,
})
const keys = (chaves: readonly ApiKey[], more: Partial<ApiKeys> = {}) =>
  body({ chaves, revogadas: [], maximo: 20, confirmar: 'nada', ...more })
const organisation = (papel: string) => body({ id: '1', nome: 'Acme', papel, membros: [], convites: [] })

const open = async (...replies: Reply[]) => {
  const rest = inTurn(...replies)
  const others: Readonly<Record<string, Reply>> = {
    '/organizacao': organisation('owner'),
    '/organizacao/suporte': body([]),
    '/organizacao/retencao': { kind: 'network' },
  }
  const api: FakeApi = (call) => others[call.path] ?? rest(call)
  const page = await openAuth('/organisation?parte=integracoes', { api })
  const card = within(await screen.findByRole('region', { name: 'Chaves de API' }))
  const sent = () => page.calls.filter(({ method, path }) => method === 'postJson' && path.startsWith(PATH))
  const fill = async (name: string, ...scopes: string[]) => {
    if (name !== '') await page.user.type(await card.findByLabelText('Nome'), name)
    for (const scope of scopes) await page.user.click(card.getByRole('checkbox', { name: new RegExp(scope) }))
  }
  return { ...page, card, sent, fill }
}

// Rule: P-KEY-1
test('an owner reads of each key its beginning, what it may do in words, since when and its last use; revoked ones stand apart', async () => {
  const { card, user } = await open(
    keys(
      [
        key('SIEM', { permissoes: ['findings:read', 'audit:read'], usada_em: '2026-11-24T11:33:00Z' }),
        key('Painel', { so: ['acme.com', 'ana@acme.com'] }),
        key('Entra ID', { permissoes: ['scim:write', 'nova:coisa'] }),
        key('SOAR', { permissoes: ['addresses:read', 'cases:read', 'cases:write', 'domains:read'] }),
      ],
      { revogadas: [key('Antiga', { revogada_em: '2026-11-22T12:00:00Z' })] },
    ),
  )
  expect(await card.findByText('4 de 20 em uso.')).toBeVisible()
  const [siem, panel, directory, soar, old] = card.getAllByRole('listitem', { hidden: true })
  expect(siem).toHaveTextContent(
    'SIEM ab12…Ler os vazamentos encontrados · Ler a auditoriadesde 20/11/2026 · usada hoje · 24 nov., 08:33',
  )
  expect(panel).toHaveTextContent('Consultar vazamentos · só acme.com, ana@acme.comdesde 20/11/2026 · nunca usada')
  expect(directory).toHaveTextContent('Dizer quem está na organização (SCIM) · nova:coisa')
  expect(soar).toHaveTextContent('Ler os endereços · Ler os casos · Alterar os casos · Ler os domínios')
  expect(old).not.toBeVisible()
  await user.click(card.getByText('Revogadas por último (1)'))
  expect(old).toHaveTextContent('Antiga ab12…Consultar vazamentosrevogada em 22/11/2026 · nunca usada')
  expect(card.getAllByRole('button', { name: /^Revogar/ })).toHaveLength(4)
})

// Rule: P-KEY-1
test('without keys the card says so; a failure can be tried again, and a refusal is told in the server’s words', async () => {
  const { card, user } = await open(refusal(403, 'O seu papel na organização não permite isto.'), keys([]))
  expect(await card.findByText('O seu papel na organização não permite isto.')).toBeVisible()
  expect(card.queryByLabelText('Nome')).toBeNull()
  await user.click(card.getByRole('button', { name: 'Tentar de novo' }))
  expect(await card.findByText('Nenhuma chave ainda: a organização pode ter 20.')).toBeVisible()
})

// Rule: P-KEY-1, M-KEY-4
test('whoever does not own the organisation sees no keys, and asks for none', async () => {
  const page = await openAuth('/organisation?parte=integracoes', { api: inTurn(organisation('admin')) })
  expect(await screen.findByRole('region', { name: 'Webhooks' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Chaves de API' })).toBeNull()
  expect(page.calls).toHaveLength(1)
})

// Rule: P-KEY-2, P-KEY-23
test('a key is made of a name, its rights and its limits, is shown this once, copied, and gone from the page once it is kept', async () => {
  const { card, user, sent, fill } = await open(keys([]), body({ id: '1', chave: CHAVE }), keys([key('SIEM')]))
  await user.click(await card.findByRole('button', { name: 'Criar chave' }))
  expect(card.getByLabelText('Nome')).toHaveFocus()
  expect(card.getByLabelText('Nome')).toHaveAccessibleDescription(/Informe um nome\.$/)
  await fill('SIEM')
  await user.click(button('Criar chave'))
  expect(card.getByRole('group', { name: 'O que ela pode fazer' })).toHaveAccessibleDescription(
    'Escolha o que a chave pode fazer.',
  )
  expect(card.getByRole('checkbox', { name: /^Consultar/ })).toHaveFocus()
  await fill('', 'Consultar vazamentos', 'Ler os vazamentos')
  await user.type(card.getByLabelText(/^Só estes/), ' acme.com,ana@acme.com; ')
  await user.click(button('Criar chave'))

  const made = await card.findByRole('group', { name: 'Chave nova' })
  await waitFor(() => expect(made).toHaveFocus())
  expect(made).toHaveTextContent('ela não aparece outra vez')
  expect(sent()).toMatchObject([
    {
      path: PATH,
      body: { nome: 'SIEM', permissoes: ['hibp:read', 'findings:read'], so: ['acme.com', 'ana@acme.com'] },
    },
  ])
  expect(within(made).getByLabelText('Chave SIEM')).toHaveValue(CHAVE)
  await user.click(button('Copiar'))
  expect(await card.findByText('Chave copiada.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(CHAVE)
  expect(await card.findByText('1 de 20 em uso.')).toBeVisible()
  await user.click(button('Guardei a chave'))
  expect(document.body.innerHTML).not.toContain(CHAVE)
  expect(card.getByLabelText('Nome')).toHaveFocus()
  expect(card.getByLabelText('Nome')).toHaveValue('')
})

// Rule: P-KEY-2, P-KEY-23
test('where the browser does not let the page copy, the key is selected', async () => {
  const { card, user, fill } = await open(keys([]), body({ id: '1', chave: CHAVE }), keys([key('SIEM')]))
  await fill('SIEM', 'Ler a auditoria')
  await user.click(button('Criar chave'))
  const field = await card.findByLabelText<HTMLInputElement>('Chave SIEM')
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await user.click(button('Copiar'))
  expect(await card.findByText(/a chave está selecionada/)).toBeVisible()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, CHAVE.length])
})

// Rule: P-KEY-2, P-KEY-23
test('a refused wish is told in the form, which keeps what was typed', async () => {
  const full = 'A organização já tem 20 chaves, o máximo: revogue uma que ninguém usa.'
  const { card, user, fill } = await open(keys([]), refusal(422, full), keys([]))
  await fill('SIEM', 'Consultar vazamentos')
  await user.click(button('Criar chave'))
  expect(await card.findByText(full)).toBeVisible()
  expect(card.getByLabelText('Nome')).toHaveValue('SIEM')
  expect(screen.queryByRole('dialog')).toBeNull()
})

// Rule: P-KEY-2, M-KEY-5, P-KEY-23
test('a key is revoked after a question, and the focus goes on to the list', async () => {
  const [siem, directory] = [key('SIEM'), key('Entra ID', { permissoes: ['scim:write'] })]
  const page = await open(keys([siem, directory]), body({}), keys([directory]))
  const { card, user, sent } = page
  await user.click(await card.findByRole('button', { name: 'Revogar Entra ID, ab12…' }))
  expect(screen.getByRole('dialog', { name: 'Revogar Entra ID?' })).toHaveTextContent('só quem opera a instalação cria')
  await user.click(button('Cancelar'))
  expect(card.getByRole('button', { name: 'Revogar Entra ID, ab12…' })).toHaveFocus()
  await user.click(card.getByRole('button', { name: 'Revogar SIEM, ab12…' }))
  expect(screen.getByRole('dialog', { name: 'Revogar SIEM?' })).toHaveTextContent('recusado já na próxima chamada')
  expect(sent()).toEqual([])
  await user.click(button('Revogar'))
  await waitFor(() => expect(card.queryByText('SIEM')).toBeNull())
  expect(sent()).toMatchObject([{ path: `${PATH}/SIEM/revogar` }])
  expect(card.getByRole('group', { name: 'Chaves que valem' })).toHaveFocus()
  expect(page.published).toMatchObject([{ event: { kind: 'success', text: 'Chave revogada.' } }])
})
