import { NOTICE_ENDED_PROBLEM, type PersonNotice } from '@atalaia/contracts/notices'
import { createFakeContext, routeElement, type Call, type FakeApi } from '@atalaia/testing'
import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PRODUCT_ROUTES } from '@atalaia/contracts'
import descriptor from '../remote.json'
import * as remote from './remote.tsx'

const TOKEN = 'a'.repeat(43)
const ADDRESS = 'ana@empresa.example'
const { voprf } = ristretto255_oprf
const keys = voprf.deriveKeyPair(new Uint8Array(32).fill(7), new Uint8Array())
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const evaluate = (blinded: Uint8Array) => voprf.blindEvaluate(keys.secretKey, keys.publicKey, blinded)

const tagOf = (password: string) => {
  const input = Uint8Array.from(Buffer.from(`${ADDRESS}\0${password}`))
  const { blind, blinded } = voprf.blind(input)
  const { evaluated, proof } = evaluate(blinded)
  return base64url(voprf.finalize(input, blind, evaluated, blinded, keys.publicKey, proof).subarray(0, 16))
}

const notice: PersonNotice = {
  organizacao: 'Padaria Sol',
  idioma: 'pt',
  acima: 'Oi, Ana.',
  abaixo: 'Abraço da segurança.',
  fontes: [
    { titulo: 'Loja Azul', dia: '2026-03-02', dados: ['name', 'novo-codigo'], senha: true },
    { titulo: 'Fórum', dia: null, dados: [], senha: false },
  ],
  passos: [
    { passo: 'trocar-senha', feito: false },
    { passo: 'duas-etapas', feito: true },
  ],
  conferencia: { endereco: ADDRESS, chave: base64url(keys.publicKey), marcas: [], restantes: 10, parcial: false },
  resposta: null,
  pergunta: true,
  parado: false,
  vale_ate: '2026-12-13T12:00:00.000Z',
}
const withTags = (...passwords: string[]): PersonNotice => ({
  ...notice,
  conferencia: notice.conferencia && { ...notice.conferencia, marcas: passwords.map(tagOf) },
})

const serve =
  (shown: PersonNotice): FakeApi =>
  ({ path, body }) => {
    if (path === '/avisos/pessoa/abrir') return { kind: 'body', body: shown }
    if (path !== '/avisos/pessoa/avaliar') return { kind: 'body', body: {} }
    const blinded = String(body instanceof Object && 'cego' in body && body.cego)
    const { evaluated, proof } = evaluate(Uint8Array.from(Buffer.from(blinded, 'base64url')))
    return { kind: 'body', body: { avaliado: base64url(evaluated), prova: base64url(proof), restantes: 9 } }
  }

beforeEach(() => jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['pt-BR', 'en']))

const show = async (api: FakeApi, at = `${PRODUCT_ROUTES.notice}#${TOKEN}`) => {
  const fake = createFakeContext({ name: 'mfe-notice', token: false, api, config: { brand: 'Farol' } })
  render(await routeElement(remote, fake.context, { id: 'notice', path: PRODUCT_ROUTES.notice, at }))
  const user = userEvent.setup()
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const unfold = (name: string) => user.click(screen.getByText(name, { selector: 'summary' }))
  return { ...fake, user, press, unfold }
}
const open = async (shown: PersonNotice) => {
  const page = await show(serve(shown))
  await page.press('Abrir o aviso')
  return page
}
const sent = (calls: readonly Call[], what: string) =>
  calls.filter(({ path }) => path === `/avisos/pessoa/${what}`).map(({ body }) => body)

// Rule: P-NOTICE-40
test('until the person opens it, the page calls nothing and names nobody', async () => {
  const { calls, press } = await show(serve(notice))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Há um aviso para você')
  expect(document.body).not.toHaveTextContent('Padaria Sol')
  expect(calls).toEqual([])
  await press('Abrir o aviso')
  expect(calls).toEqual([{ method: 'postJson', path: '/avisos/pessoa/abrir', body: { codigo: TOKEN } }])
})

// Rule: P-NOTICE-41
test.each(['', '#', '#kurz', `#${TOKEN}x`])('a link that ends in %p is incomplete, and calls nothing', async (hash) => {
  const { calls } = await show(serve(notice), PRODUCT_ROUTES.notice + hash)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Este link está incompleto')
  expect(calls).toEqual([])
})

test('a link that the API does not know has ended', async () => {
  const { press } = await show(() => ({ kind: 'status', status: 404, body: { type: NOTICE_ENDED_PROBLEM } }))
  await press('Abrir o aviso')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('não pode mais ser aberto')
})

test.each([
  [{ kind: 'network' as const }, /Verifique sua conexão/],
  [{ kind: 'status' as const, status: 429, body: '' }, /muitos pedidos/],
  [{ kind: 'status' as const, status: 503, body: '' }, /não conseguiu atender/],
  [{ kind: 'status' as const, status: 404, body: { type: 'about:blank' } }, /não conseguiu atender/],
])('after the failure %o the envelope stays, and opens at the next attempt', async (failure, words) => {
  const { press, answerWith } = await show(() => failure)
  await press('Abrir o aviso')
  expect(screen.getByRole('alert')).toHaveTextContent(words)
  answerWith(serve(notice))
  await press('Abrir o aviso')
  expect(screen.getByText('Aviso de Padaria Sol')).toBeVisible()
})

// Rule: P-NOTICE-43
test('an opened notice tells who writes, which services, when, and which data', async () => {
  await open(notice)
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(screen.getByText('Oi, Ana.')).toBeVisible()
  expect(screen.getByText('Abraço da segurança.')).toBeVisible()
  const leaked = screen.getByRole('region', { name: 'O que vazou' })
  expect(leaked).toHaveTextContent(/Loja AzulVazou em 2 de março de 2026senhanomenovo-codigo/)
  expect(leaked).toHaveTextContent(/FórumNão se sabe quando vazousó o endereço de e-mail/)
})

test('a notice in another language is shown in it', async () => {
  await open({ ...notice, idioma: 'es' })
  expect(screen.getByText('Aviso de Padaria Sol').closest('[lang]')).toHaveAttribute('lang', 'es')
  expect(screen.getByRole('heading', { name: 'Qué hacer' })).toBeVisible()
})

test('ticks are sent together, and a tick that was not kept is taken back', async () => {
  const { user, calls, answerWith } = await open(notice)
  const box = screen.getByRole('checkbox', { name: /Troque a senha/ })
  expect(screen.getByText('1 de 2 passos feitos')).toBeVisible()
  await user.click(box)
  expect(box).toBeChecked()
  expect(sent(calls, 'passos')).toEqual([{ codigo: TOKEN, feitos: ['duas-etapas', 'trocar-senha'] }])
  answerWith(() => ({ kind: 'network' }))
  await user.click(box)
  expect(await screen.findByText(/A marca não foi guardada/)).toBeVisible()
  expect(box).toBeChecked()
})

// Rule: P-NOTICE-44
test('a changed password is proved, and no call has it', async () => {
  const { user, calls, press } = await open(withTags('a antiga'))
  await user.type(screen.getByLabelText('A senha que você usa agora'), 'a nova')
  await press('Conferir')
  expect(await screen.findByText('A senha está trocada e conferida. Obrigado!')).toBeVisible()
  expect(sent(calls, 'resposta')).toEqual([{ codigo: TOKEN, resposta: 'conferida' }])
  expect(screen.getByText(/Restam 9 conferências/)).toBeVisible()
  expect(screen.getByLabelText('A senha que você usa agora')).toHaveValue('')
  expect(JSON.stringify(calls)).not.toContain('a nova')
  expect(screen.queryByRole('button', { name: 'Já troquei' })).not.toBeInTheDocument()
})

test('a password that leaked is told so, and staff hear of it', async () => {
  const { user, calls, press } = await open(withTags('a antiga'))
  await user.type(screen.getByLabelText('A senha que você usa agora'), 'a antiga')
  await press('Conferir')
  expect(await screen.findByText(/Esta senha está no vazamento/)).toBeVisible()
  expect(sent(calls, 'resposta')).toEqual([{ codigo: TOKEN, resposta: 'vazada' }])
})

test('an answer of another key concludes nothing', async () => {
  const other = voprf.deriveKeyPair(new Uint8Array(32).fill(9), new Uint8Array())
  const foreign = { ...withTags('a antiga') }
  const page = await open({
    ...foreign,
    conferencia: foreign.conferencia && { ...foreign.conferencia, chave: base64url(other.publicKey) },
  })
  await page.user.type(screen.getByLabelText('A senha que você usa agora'), 'a antiga')
  await page.press('Conferir')
  expect(await screen.findByText(/Nada foi concluído/)).toBeVisible()
  expect(sent(page.calls, 'resposta')).toEqual([])
})

// Rule: P-NOTICE-45
test.each([
  ['without tags', { ...notice, conferencia: null }, /anterior às conferências/],
  [
    'without checks left',
    { ...notice, conferencia: notice.conferencia && { ...notice.conferencia, restantes: 0 } },
    /conferências deste link acabaram/,
  ],
])('%s the person can still say that the password is changed', async (_when, shown, words) => {
  const { calls, press } = await open(shown)
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.queryByLabelText('A senha que você usa agora')).not.toBeInTheDocument()
  await press('Já troquei')
  expect(sent(calls, 'resposta')).toEqual([{ codigo: TOKEN, resposta: 'declarada' }])
  expect(screen.getByText(/Você disse que já trocou/)).toBeVisible()
})

test('an answer that was not sent is sent again on request', async () => {
  const { calls, press, answerWith } = await open({ ...notice, conferencia: null })
  answerWith(() => ({ kind: 'network' }))
  await press('Já troquei')
  expect(screen.getByText(/A sua resposta não foi enviada/)).toBeVisible()
  answerWith(serve(notice))
  await press('Enviar de novo')
  expect(sent(calls, 'resposta')).toHaveLength(2)
  expect(screen.queryByText(/A sua resposta não foi enviada/)).not.toBeInTheDocument()
})

// Rule: P-NOTICE-46
test('the person says that it is not theirs, in two steps', async () => {
  const { calls, press, unfold } = await open(notice)
  await unfold('Não é meu')
  expect(sent(calls, 'resposta')).toEqual([])
  await press('Confirmar: não é meu')
  expect(sent(calls, 'resposta')).toEqual([{ codigo: TOKEN, resposta: 'nao-e-meu' }])
  expect(screen.queryByRole('heading', { name: 'Já trocou a senha?' })).not.toBeInTheDocument()
})

test('a question is sent, and its field is empty again', async () => {
  const { user, calls, press, unfold } = await open(notice)
  await unfold('Fazer uma pergunta')
  await press('Enviar pergunta')
  expect(sent(calls, 'pergunta')).toEqual([])
  await user.type(screen.getByLabelText('Sua pergunta'), ' Qual conta? ')
  await press('Enviar pergunta')
  expect(sent(calls, 'pergunta')).toEqual([{ codigo: TOKEN, texto: 'Qual conta?' }])
  expect(await screen.findByText(/Pergunta enviada/)).toBeVisible()
  expect(screen.getByLabelText('Sua pergunta')).toHaveValue('')
})

test('without anybody to answer there is no question', async () => {
  await open({ ...notice, pergunta: false })
  expect(screen.queryByText('Fazer uma pergunta')).not.toBeInTheDocument()
})

test('further notices are stopped, and wanted again', async () => {
  const { calls, press, unfold } = await open(notice)
  await unfold('Não receber mais avisos')
  await press('Não receber mais avisos')
  expect(await screen.findByText('Você não recebe mais avisos.')).toBeVisible()
  await press('Voltar a receber')
  expect(sent(calls, 'parar')).toEqual([
    { codigo: TOKEN, parado: true },
    { codigo: TOKEN, parado: false },
  ])
})

test('the person reads who has the data, and their rights', async () => {
  await open(notice)
  const rights = screen.getByRole('region', { name: 'Seus dados e seus direitos' })
  expect(rights).toHaveTextContent(/LGPD \(art\. 18\)/)
  expect(within(rights).getByRole('link')).toHaveAttribute('href', PRODUCT_ROUTES.privacy)
})

// Rule: M-BUS-7
test('the remote asks for no token', () => {
  expect(descriptor.token).toBe(false)
})
