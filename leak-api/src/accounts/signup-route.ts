import { signupBodySchema } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { accountActor } from '../base/audit/actor-of.ts'
import { recordAudit } from '../base/audit/record-audit.ts'
import type { Clock } from '../base/clock.ts'
import { normalAddress } from '../base/address.ts'
import { networkOf, Problem } from '@atalaia/server'
import { createAccountsRepository } from '../base/people/accounts-repository.ts'
import type { Companies } from './identities/companies-repository.ts'
import { refuseListedPassword, type KnownPasswords } from './known-passwords.ts'
import type { SignupRateLimit } from './login-rate-limit.ts'
import type { Passwords } from './passwords.ts'
import { sendLink } from './mailed-links.ts'

type SignupParts = {
  readonly database: Database
  readonly companies: Companies
  readonly limit: SignupRateLimit
  readonly passwords: Passwords
  readonly known: KnownPasswords
  readonly brand: string
  readonly origin: string
  readonly clock: Clock
}

const schema = {
  summary: 'Sign up: an account with its own organisation',
  body: signupBodySchema,
  response: { 201: object({ email: string() }), '4xx': string(), '5xx': string() },
}
const config = {
  failures: 'text',
  invalid: { status: 422, message: 'Informe um e-mail válido e uma senha de até 1024 caracteres.' },
} as const

/**
 * Refuses an address with an account in plain text, likewise a missing address or a bad password
 * (P-API-11, P-API-13).
 */
export const signupRoute: FastifyPluginCallbackZod<SignupParts> = (app, parts, done) => {
  const { database, companies, limit, passwords, known, brand, origin, clock } = parts
  app.post('/auth/signup', { schema, config }, async (request, reply) => {
    await limit.enter(request.ip)
    const { password } = request.body
    const email = normalAddress(request.body.email)
    if ((await companies.enforcementFor(email)) !== undefined)
      throw new Problem(403, 'Os e-mails desta empresa entram pela conta da empresa: use “Entrar com a empresa”.')
    const refusal = await refuseListedPassword({ password, email, brand }, known)
    if (refusal !== undefined) throw new Problem(422, refusal)
    const passwordHash = await passwords.hash({ network: networkOf(request.ip), isKnown: false }, password)
    const at = clock()
    const created = await database.transaction(async (tx) => {
      const account = await createAccountsRepository(tx).create({ email, passwordHash, at })
      if (account === undefined) throw new Problem(409, 'Este e-mail já está cadastrado. Entre com a sua senha.')
      await sendLink(tx, account, { purpose: 'proof', origin, at })
      const actor = accountActor(account, request)
      await recordAudit(tx, { organisationId: account.organisationId, action: 'account.created', actor, at })
      return account
    })
    return reply.code(201).send({ email: created.email })
  })
  done()
}
