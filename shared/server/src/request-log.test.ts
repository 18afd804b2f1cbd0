import fastify from 'fastify'
import { loggerOptions, oneLineLog } from './request-log.ts'

// Rule: M-PRIVACY-8, M-LOG-1
test('a request is logged in one line, without query, headers, body and e-mail addresses', async () => {
  const lines: string[] = []
  const app = fastify({
    logger: loggerOptions({ service: 'leak-api', sink: { write: (line) => void lines.push(line) } }),
    logController: oneLineLog(),
  })
  app.post('/report/:account', async ({ log }) => {
    log.error({ err: Object.assign(new Error('refused'), { code: '23505', detail: 'Key (email)=(ana@acme.com)' }) })
    return {}
  })
  await app.inject({
    method: 'POST',
    url: '/report/ana%40acme.com?key=hidden',
    headers: { authorization: 'Bearer hidden', cookie: 'a=hidden' },
    payload: { password: 'hidden' },
  })
  const [error, asked, ...others] = lines.map((line) => JSON.parse(line))
  expect(others).toEqual([])
  const req = { method: 'POST', path: '/report/*', ip: '127.0.0.1' }
  expect(asked).toMatchObject({ service: 'leak-api', req, status: 200, ms: expect.any(Number) })
  expect(error.err).toMatchObject({ type: 'Error', message: 'refused', code: '23505' })
  expect(lines.join('')).not.toMatch(/hidden|ana@acme/)
})

// Rule: M-PRIVACY-2
test.each(['%23', '?codigo=', '%3Fcodigo=', '%3fcodigo='])(
  'the token of a mail’s link is not logged after %s',
  async (sign) => {
    const lines: string[] = []
    const app = fastify({
      logger: loggerOptions({ service: 'gateway', sink: { write: (line) => void lines.push(line) } }),
      logController: oneLineLog(),
    })
    app.get('/*', async () => ({}))
    await app.inject({ url: `/aviso${sign}hidden` })
    expect(lines.map((line) => JSON.parse(line).req.path)).toEqual(['/aviso'])
  },
)
