import { signupBodySchema } from '@atalaia/contracts'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import type { Clock } from '../clock.ts'
import { normalAddress } from '../address.ts'
import { Problem } from '@atalaia/server'
import type { AccountsRepository } from './accounts-repository.ts'
import type { SignupRateLimit } from './login-rate-limit.ts'
import { hashPassword } from './passwords.ts'

type SignupParts = {
  readonly accounts: AccountsRepository
  readonly limit: SignupRateLimit
  readonly clock: Clock
}

/** NIST SP 800-63B section 3.1.1.2 asks for at least 8 characters. */
const MIN_PASSWORD_LENGTH = 8

const schema = {
  summary: 'Sign up: an account with its own organisation',
  body: signupBodySchema,
  response: { 201: object({ email: string() }), '4xx': string() },
}
const config = {
  failures: 'text',
  invalid: { status: 422, message: 'Informe um e-mail válido e uma senha de até 1024 caracteres.' },
} as const

export const signupRoute: FastifyPluginCallbackZod<SignupParts> = (app, { accounts, limit, clock }, done) => {
  app.post('/auth/signup', { schema, config }, async (request, reply) => {
    await limit.enter(request.ip)
    const { password } = request.body
    if (password.length < MIN_PASSWORD_LENGTH) {
      throw new Problem(422, `A senha precisa ter pelo menos ${MIN_PASSWORD_LENGTH} caracteres.`)
    }
    const email = normalAddress(request.body.email)
    const created = await accounts.create({ email, passwordHash: await hashPassword(password), at: clock() })
    if (created === undefined) throw new Problem(409, 'Este e-mail já está cadastrado. Entre com a sua senha.')
    return reply.code(201).send({ email: created.email })
  })
  done()
}
