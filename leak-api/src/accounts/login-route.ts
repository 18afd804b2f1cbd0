import { loginAnswerSchema, loginBodySchema } from '@atalaia/contracts'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { Tokens } from '../access/tokens.ts'
import { normalAddress } from '../address.ts'
import { networkOf, Problem, problemSchema } from '@atalaia/server'
import type { AccountsRepository } from './accounts-repository.ts'
import type { LoginRateLimit } from './login-rate-limit.ts'
import type { Passwords } from './passwords.ts'

type LoginParts = {
  readonly accounts: AccountsRepository
  readonly tokens: Tokens
  readonly limit: LoginRateLimit
  readonly passwords: Passwords
}

const schema = {
  summary: 'Log in',
  body: loginBodySchema,
  consumes: ['application/x-www-form-urlencoded'],
  response: { 200: loginAnswerSchema, 400: problemSchema, 401: problemSchema, 429: problemSchema, 503: problemSchema },
}
const config = { invalid: { status: 400, message: 'Informe usuário e senha.' } }

export const loginRoute: FastifyPluginCallbackZod<LoginParts> = (app, { accounts, tokens, limit, passwords }, done) => {
  app.post('/login', { schema, config }, async (request) => {
    const email = normalAddress(request.body.username)
    await limit.enter(request.ip, email)
    const account = await accounts.findByEmail(email)
    const matches = await passwords.check(networkOf(request.ip), account?.passwordHash, request.body.password)
    if (account === undefined || !matches) throw new Problem(401, 'Usuário ou senha incorretos.')
    await limit.succeeded(request.ip, email)
    return { access_token: await tokens.issue({ email: account.email, accountId: account.id }) }
  })
  done()
}
