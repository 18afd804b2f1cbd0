import { createServer, type Server } from 'node:http'
import { NOTICE_ENDED_PROBLEM } from '@atalaia/contracts/notices'
import { act, waitFor } from '@testing-library/react'
import './embed.ts'

const notice = {
  organizacao: 'Padaria Sol',
  idioma: 'pt',
  acima: '',
  abaixo: '',
  fontes: [{ titulo: 'Loja Azul', dia: null, dados: [], senha: false }],
  passos: [],
  conferencia: null,
  resposta: null,
  pergunta: false,
  parado: false,
  vale_ate: '2026-12-13T12:00:00.000Z',
}

let server: Server
let asked: { readonly url: string | undefined; readonly token: string | undefined; readonly body: string }[]
let answers: { readonly status: number; readonly body: unknown }[]
let api: string

beforeEach(async () => {
  asked = []
  answers = []
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['pt-BR'])
  server = createServer((request, response) => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type',
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end()
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      asked.push({ url: request.url, token: request.headers.authorization, body })
      const answer = answers.shift() ?? { status: 200, body: notice }
      response.writeHead(answer.status, { ...headers, 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  api = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api`
})
afterEach(async () => {
  await act(async () => document.body.replaceChildren())
  server.closeAllConnections()
  server.close()
})

const show = async (getToken: (reason: string) => string) => {
  const element = document.createElement('atalaia-notice')
  element.setAttribute('api', api)
  const failed = jest.fn()
  element.addEventListener('error', (event) => failed(event instanceof CustomEvent && event.detail.message))
  Reflect.set(element, 'getToken', getToken)
  await act(async () => document.body.append(element))
  return { element, failed, text: () => element.shadowRoot?.textContent ?? '' }
}

// Rule: M-NOTICE-20
test('the element opens the notice of the person whom the portal’s token names, without a link', async () => {
  const { text } = await show(() => 'token of Ana')
  await waitFor(() => expect(text()).toContain('Aviso de Padaria Sol'))
  expect(asked).toEqual([{ url: '/api/avisos/pessoa/abrir', token: 'Bearer token of Ana', body: '{}' }])
})

test('a token that the API refuses is asked for again, once', async () => {
  answers = [{ status: 401, body: {} }]
  const reasons: string[] = []
  const { text } = await show((reason) => `token ${reasons.push(reason)}`)
  await waitFor(() => expect(text()).toContain('Aviso de Padaria Sol'))
  expect(reasons).toEqual(['initial', 'expired'])
  expect(asked.map(({ token }) => token)).toEqual(['Bearer token 1', 'Bearer token 2'])
})

test('without a notice the element says so', async () => {
  answers = [{ status: 404, body: { type: NOTICE_ENDED_PROBLEM } }]
  const { text } = await show(() => 'token')
  await waitFor(() => expect(text()).toContain('Não há aviso para você'))
})

test('a portal that gives no token gets an error, and nothing is asked of the API', async () => {
  const { failed, text } = await show(() => '')
  await waitFor(() => expect(failed).toHaveBeenCalledWith("getToken('initial') gave no token"))
  expect(asked).toEqual([])
  expect(text()).not.toContain('Não há aviso')
})
