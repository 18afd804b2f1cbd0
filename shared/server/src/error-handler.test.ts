import { DatabaseUnavailableError } from '@atalaia/database'
import fastify from 'fastify'
import { createErrorHandlers, type ErrorAnswers } from './error-handler.ts'
import { Problem, sendProblemText } from './problem.ts'
import { loggerOptions } from './request-log.ts'

const createApp = (answers?: ErrorAnswers) => {
  const lines: string[] = []
  const app = fastify({
    bodyLimit: 100,
    logger: loggerOptions({ service: 'test', sink: { write: (line) => void lines.push(line) } }),
  })
  const { onError, onNotFound } = createErrorHandlers(answers)
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  app.get('/problem', async () => {
    throw new Problem(422, 'the gate refuses it', {
      extensions: { reasons: ['budget'], status: 200 },
      headers: { 'retry-after': '7' },
    })
  })
  app.get('/fault', async () => {
    throw new Error('secret 42', { cause: new Error('the disk is full') })
  })
  app.get<{ Params: { outcome: 'none' | 'unknown' } }>('/away/:outcome', async ({ params: { outcome } }) => {
    throw new DatabaseUnavailableError('secret 43', { reason: 'lost', outcome })
  })
  app.get('/gone', async () => {
    throw new Problem(503, 'try again', { cause: new Error('the store is away') })
  })
  const body = { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] }
  app.post('/input', { schema: { body } }, async () => ({}))
  const errors = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  return { app, errors, lines }
}

test('a problem is answered with its members, its headers and the media type of RFC 9457', async () => {
  const { app, errors } = createApp()
  const answer = await app.inject('/problem')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'retry-after': '7',
  })
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    {
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'the gate refuses it',
      message: 'the gate refuses it',
      reasons: ['budget'],
    },
  ])
  expect(errors()).toEqual([])
})

test('a fault is answered with 500 and no detail, and logged once with its cause', async () => {
  const { app, errors, lines } = createApp()
  const answer = await app.inject('/fault?token=hidden')
  expect([answer.statusCode, answer.body]).toEqual([500, expect.not.stringContaining('42')])
  expect(errors()).toMatchObject([{ err: { message: 'secret 42', cause: { message: 'the disk is full' } } }])
  expect(lines.join('')).not.toContain('hidden')
})

test('a problem of the server is logged with its cause', async () => {
  const { app, errors } = createApp()
  expect((await app.inject('/gone')).json()).toMatchObject({ status: 503, detail: 'try again' })
  expect(errors()).toMatchObject([{ err: { message: 'the store is away' } }])
})

// Threat: T-DB-5
test.each([
  ['none', 'nothing was changed, try again'],
  ['unknown', 'whether anything was changed is not known; look before trying again'],
])('a database that is away is a 503 that says when to try again (outcome: %s)', async (outcome, text) => {
  const { app, errors } = createApp()
  const answer = await app.inject(`/away/${outcome}`)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect(answer.json()).toMatchObject({ status: 503, message: expect.stringContaining(text) })
  expect(answer.body).not.toContain('43')
  expect(errors()).toMatchObject([{ err: { message: 'secret 43' } }])
})

test('input that does not fit names the field', async () => {
  const { app } = createApp()
  const answer = await app.inject({ method: 'POST', url: '/input', payload: { email: {} } })
  expect(answer.json()).toMatchObject({
    status: 400,
    errors: [{ pointer: '/body/email', detail: 'must be string' }],
    message: '/body/email: must be string',
  })
})

test.each([
  ['x'.repeat(200), 'application/json', 413],
  ['{', 'application/json', 400],
  ['a', 'text/csv', 415],
])('a request that fastify refuses keeps its status', async (payload, type, status) => {
  const { app, errors } = createApp()
  const answer = await app.inject({ method: 'POST', url: '/input', headers: { 'content-type': type }, payload })
  expect([answer.statusCode, answer.json().status]).toEqual([status, status])
  expect(errors()).toEqual([])
})

test('the texts, the status and the form of answers are the server’s own', async () => {
  const { app } = createApp({
    explain: ({ kind }) => (kind === 'invalid' ? { status: 422, detail: 'E-mail inválido' } : { detail: 'Não existe' }),
    send: sendProblemText,
  })
  const invalid = await app.inject({ method: 'POST', url: '/input', payload: {} })
  expect([invalid.statusCode, invalid.body, invalid.headers['content-type']]).toEqual([
    422,
    'E-mail inválido',
    'text/plain; charset=utf-8',
  ])
  const nothing = await app.inject('/nothing')
  expect([nothing.statusCode, nothing.body]).toEqual([404, 'Não existe'])
})
