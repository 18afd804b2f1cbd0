import type { DomainFacts, Domains } from '@atalaia/contracts/domains'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openScreen, type Answers } from '../testing/open-screen.tsx'

const PLACE = '/app/main/analytics/dominios'

const waiting: DomainFacts = {
  dominio: 'acme.com',
  estado: 'esperando',
  prova: {
    registro: '_atalaia.acme.com',
    texto: 'atalaia-verification=5a1b',
    arquivo: 'https://acme.com/.well-known/atalaia-verification.txt',
  },
  provado_por: null,
  provado_em: null,
  conferido_em: null,
  proxima_conferencia: '2026-11-22T15:01:00Z',
  falta: null,
  enderecos: null,
}
const proved: DomainFacts = {
  ...waiting,
  estado: 'provado',
  provado_por: 'dns',
  provado_em: '2026-11-22T15:00:00Z',
  conferido_em: '2026-11-22T15:00:00Z',
  enderecos: 7,
}
const listOf = (...dominios: DomainFacts[]): Domains => ({ posse_verificada: true, dominios })
const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const open = (domains: Domains, more: Answers = {}, role?: 'reader') =>
  openScreen({ '/dominios': body(domains), ...more }, { at: PLACE, ...(role && { role }) })
const shown = () => screen.getAllByRole('heading', { level: 4 }).map((heading) => heading.textContent)
const button = (name: string) => screen.getByRole('button', { name })

// Rule: P-DOMAIN-1, P-DOMAIN-2, P-DOMAIN-24
test('a domain that waits explains its three proofs, each with what is to be copied', async () => {
  await open(listOf(waiting))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Domínios')
  expect(screen.getByText('Aguardando verificação')).toBeVisible()
  expect(screen.getByText('nenhum antes da verificação')).toBeVisible()
  expect(screen.getByText('22/11/2026, 12:01')).toBeVisible()
  expect(shown()).toEqual(['Registro TXT no DNS'])
  const written: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void written.push(text) },
  })
  for (const what of ['Nome do registro', 'Valor']) await userEvent.click(button(`Copiar: ${what}`))
  screen.getByRole('tab', { name: 'DNS (recomendado)', selected: true }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Arquivo', selected: true })).toHaveFocus()
  expect(shown()).toEqual(['Arquivo no site'])
  for (const what of ['Endereço do arquivo', 'Linha do arquivo']) await userEvent.click(button(`Copiar: ${what}`))
  const { registro, texto, arquivo } = waiting.prova
  expect(written).toEqual([registro, texto, arquivo, texto])
})

// Rule: P-DOMAIN-2
test('a look that finds nothing says why, and one that finds the proof shows the addresses', async () => {
  const { answer, calls } = await open(listOf(waiting), {
    'POST /dominios/verificacao': body({ ...waiting, falta: 'ausente' }),
  })
  await userEvent.click(button('Verificar agora: acme.com'))
  expect(await screen.findByText(/^Não encontramos o registro\./)).toBeVisible()
  answer({ 'POST /dominios/verificacao': body(proved) })
  await userEvent.click(button('Verificar agora: acme.com'))
  expect(await screen.findByText('acme.com está verificado.')).toBeVisible()
  expect(screen.getByText('Verificado por DNS')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver 7 endereços' })).toHaveAttribute(
    'href',
    '/app/main/analytics/enderecos?dominio=acme.com',
  )
  expect(calls.at(-1)?.body).toEqual({ dominio: 'acme.com' })
})

// Rule: P-DOMAIN-2
test('a mailbox says yes by a code', async () => {
  const { answer, calls } = await open(listOf(waiting), {
    'POST /dominios/codigo': body({ enviado_para: 'postmaster@acme.com' }),
    'POST /dominios/confirmacao': { kind: 'status', status: 422, body: { detail: 'O código não confere.' } },
  })
  await userEvent.click(screen.getByRole('tab', { name: 'E-mail' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Caixa' }), 'postmaster@acme.com')
  await userEvent.click(button('Enviar código'))
  expect(await screen.findByText(/^Enviamos um código a postmaster@acme\.com\./)).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: 'Código recebido' }), 'abcde-fghij{Enter}')
  expect(await screen.findByText('O código não confere.')).toBeVisible()
  answer({
    'POST /dominios/confirmacao': body({ confirmado: 'acme.com' }),
    '/dominios': body(listOf({ ...proved, provado_por: 'email' })),
  })
  await userEvent.click(button('Confirmar'))
  expect(await screen.findByText('Verificado por e-mail')).toBeVisible()
  expect(calls.filter(({ path }) => path === '/dominios/confirmacao').at(-1)?.body).toEqual({
    dominio: 'acme.com',
    caixa: 'postmaster',
    codigo: 'abcde-fghij',
  })
})

// Rule: P-DOMAIN-1, P-DOMAIN-3, P-DOMAIN-24
test('a domain is added, and removed after a question', async () => {
  const { answer, calls } = await open(listOf(), {
    'POST /dominios': { kind: 'status', status: 422, body: { detail: 'Informe um domínio, como empresa.com.br.' } },
    'POST /dominios/remover': body({ removido: 'acme.com' }),
  })
  expect(screen.getByText('Nenhum domínio ainda')).toBeVisible()
  await userEvent.click(button('Adicionar domínio'))
  expect(await screen.findByText('Informe um domínio.')).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: 'Domínio' }), 'com.br{Enter}')
  expect(await screen.findByText('Informe um domínio, como empresa.com.br.')).toBeVisible()
  answer({ 'POST /dominios': body(waiting) })
  await userEvent.type(screen.getByRole('textbox', { name: 'Domínio' }), '{Enter}')
  expect(await screen.findByText('acme.com foi adicionado. Agora comprove que ele é seu.')).toBeVisible()
  await userEvent.click(button('Remover acme.com'))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remover domínio' }))
  expect(await screen.findByText('acme.com foi removido.')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'acme.com' })).toBeNull()
  expect(calls.at(-1)).toMatchObject({ path: '/dominios/remover', body: { dominio: 'acme.com' } })
})

// Rule: P-DOMAIN-1, P-DOMAIN-24
test('a proof that was lost says what that means', async () => {
  await open(listOf({ ...waiting, estado: 'perdido', falta: 'diferente', proxima_conferencia: null }))
  expect(screen.getByText('Verificação perdida')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(/^Encontramos um texto nosso.* não aparecem mais/)
  expect(screen.getByText('só quando você pedir')).toBeVisible()
})

// Rule: P-DOMAIN-3
test('a reader sees domains without any button', async () => {
  await open(listOf(waiting), {}, 'reader')
  expect(screen.getByText(/^Só quem administra a organização/)).toBeVisible()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['BuscarCtrl K'])
})

// Rule: P-ALERT-3
test.each([
  [503, 'Fora do ar.', 'Não foi possível carregar esta página'],
  [403, 'Seu papel não permite.', 'Sem permissão'],
])('a page that is answered with %s says why', async (status, detail, title) => {
  const { answer } = await openScreen({ '/dominios': { kind: 'status', status, body: { detail } } }, { at: PLACE })
  expect(screen.getByText(title)).toBeVisible()
  expect(screen.getByText(detail)).toBeVisible()
  if (status !== 503) return
  answer({ '/dominios': body(listOf(proved)) })
  await userEvent.click(button('Tentar de novo'))
  expect(await screen.findByText('Verificado por DNS')).toBeVisible()
})

// Rule: P-ALERT-3
test('while domains are loading a loader says so', async () => {
  const { release } = await openScreen({ '/dominios': body(listOf(proved)) }, { at: PLACE, held: true })
  expect(screen.getByRole('status', { name: 'Carregando domínios' })).toBeVisible()
  await release()
  expect(screen.getByText('Verificado por DNS')).toBeVisible()
})
