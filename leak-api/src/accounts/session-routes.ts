import { loginAnswerSchema, sessionsSchema } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { createRateLimits, networkOf, Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, minLength, nullish, object, optional, regex, string, undefined as undefined_ } from 'zod/mini'
import { readBearer } from '../base/access/authenticate.ts'
import { authenticationFailures, security, SESSION_ENDED, sessionOf } from '../base/access/caller.ts'
import { isFromOwnPage } from '../base/access/cross-origin.ts'
import type { FairShares } from '../base/access/fair-shares.ts'
import type { Tokens } from '../base/access/tokens.ts'
import { actorOf } from '../base/audit/actor-of.ts'
import { recordAccountAudit } from '../base/audit/record-audit.ts'
import { MINUTE_MS, type Clock } from '../base/clock.ts'
import { tooManyRequests } from '../base/problems.ts'
import { createAccountsRepository } from '../base/people/accounts-repository.ts'
import { lockOwnAccount, type OwnAccount } from './own-account.ts'
import type { Sessions } from './sessions.ts'
import { createSessionsRepository, type ListedSession } from './sessions-repository.ts'
import { olderProof } from './step-up.ts'

type SessionParts = {
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly limits: RateLimits
  readonly shares: FairShares
}

/** Renewals and log-outs of one network in a minute, in one process: whole offices share a network. */
const PER_NETWORK = 1200
/**
 * Calls of one session in ten minutes; a browser renews once in nine. A public old token uses no
 * other session's share.
 */
const PER_SESSION = 60

const responses = { 401: problemSchema, 403: problemSchema, 429: problemSchema, 503: problemSchema }
const ended = () => new Problem(401, SESSION_ENDED, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })

/**
 * Renews or ends a page's session. Needs the cookie and the page's token, expired or not: other
 * sites' calls fail.
 */
export const sessionRoutes: FastifyPluginCallbackZod<SessionParts> = (app, parts, done) => {
  const { sessions, tokens, limits, shares } = parts
  const networks = createRateLimits({ service: 'leak-api' }).window({
    name: 'session-network',
    points: PER_NETWORK,
    windowMs: MINUTE_MS,
  })
  const perSession = limits.window({ name: 'session-calls', points: PER_SESSION, windowMs: 10 * MINUTE_MS })
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    const ofNetwork = await networks.consume(networkOf(request.ip))
    if (!ofNetwork.ok) throw tooManyRequests(ofNetwork)
    const read = await readBearer(tokens, request)
    if (read.status === 'unreadable') throw ended()
    if (read.subject.kind !== 'account') throw new Problem(403, 'Este acesso não tem sessão.')
    const { sessionId, accountId, email, organisationId } = read.subject
    const ofSession = await perSession.consume(sessionId ?? accountId)
    if (!ofSession.ok) throw tooManyRequests(ofSession)
    await shares.enter(request, reply, `session ${sessionId ?? accountId}`)
    return { sessionId, accountId, email, organisationId, expired: read.status === 'expired' }
  }

  app.post(
    '/sessao/renovar',
    {
      schema: {
        summary: "A page's next token, for its last one and its cookie",
        security,
        response: { 200: loginAnswerSchema, ...responses },
      },
    },
    async (request, reply) => {
      if (!isFromOwnPage(request)) throw new Problem(403, 'Só uma página deste site renova a sua sessão.')
      const { sessionId, accountId, organisationId } = await enter(request, reply)
      if (sessionId === undefined) throw ended()
      return { access_token: await sessions.renew({ sessionId, accountId, organisationId }, request, reply) }
    },
  )

  app.delete(
    '/sessao',
    {
      schema: {
        summary: 'Log out: end the session of the token',
        security,
        response: { 204: undefined_(), ...responses },
      },
    },
    async (request, reply) => {
      await sessions.leave(await enter(request, reply), request, reply)
      return reply.code(204).send()
    },
  )
  done()
}

export type OwnSessionParts = {
  readonly database: Database
  readonly sessions: Sessions
  readonly own: OwnAccount
  readonly clock: Clock
}

const KINDS = { browser: 'navegador', client: 'api' } as const
const shown = ({ id, kind, device, network, createdAt, seenAt }: ListedSession, own: string | undefined) => ({
  id,
  tipo: KINDS[kind],
  dispositivo: device,
  rede: network,
  inicio: createdAt,
  visto: seenAt,
  atual: id === own,
})
const params = object({ id: string().check(regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)) })
const config = { operation: 'account:own', withoutSecondFactor: true } as const
const ending = { ...config, operation: 'account:secure' } as const
const GONE = 'Esta sessão já terminou.'
/** A person with a recent proof sends no password. */
const proofBody = nullish(object({ senha: optional(string().check(minLength(1), maxLength(1024))) }))
const failures = { ...authenticationFailures, 422: problemSchema }

export const ownSessionRoutes: FastifyPluginCallbackZod<OwnSessionParts> = (
  app,
  { database, sessions, own, clock },
  done,
) => {
  const repository = createSessionsRepository(database)

  app.get(
    '/conta/sessoes',
    {
      schema: {
        summary: 'The sessions of the account, the one seen last first',
        security,
        response: { 200: sessionsSchema, ...authenticationFailures },
      },
      config,
    },
    async (request) => {
      const account = await own(request)
      const listed = await repository.list(account.id, clock())
      return {
        sessoes: listed.map((session) => shown(session, sessionOf(request)?.id)),
        confirmar: olderProof(request, account, clock()),
      }
    },
  )

  app.post(
    '/conta/sessoes/:id/encerrar',
    {
      schema: {
        summary: 'End one session of the account',
        security,
        params,
        body: proofBody,
        response: { 200: object({}), ...failures, 404: problemSchema },
      },
      config: { ...ending, invalid: { status: 404, message: GONE } },
    },
    async (request) => {
      const [account, { id }] = [await own(request), request.params]
      await database.transaction(async (tx) => {
        if (!(await createSessionsRepository(tx).end(account.id, id))) throw new Problem(404, GONE)
        const act = { action: 'session.ended', actor: actorOf(request), at: clock() } as const
        await recordAccountAudit(tx, account.id, { ...act, target: { kind: 'session', id } })
      })
      return {}
    },
  )

  app.post(
    '/conta/sessoes/encerrar',
    {
      schema: {
        summary: 'End all other sessions of the account',
        security,
        body: proofBody,
        response: { 200: loginAnswerSchema, ...failures },
      },
      config: ending,
    },
    async (request, reply) => {
      const [account, session] = [await own(request), sessionOf(request)]
      const generation = await database.transaction(async (tx) => {
        await lockOwnAccount(tx, request)
        const renewed = await createAccountsRepository(tx).endSessions(account.id, session?.id)
        const act = { action: 'sessions.ended', actor: actorOf(request), at: clock() } as const
        await recordAccountAudit(tx, account.id, act)
        return renewed
      })
      return { access_token: await sessions.goOn({ ...account, generation }, session, { request, reply }) }
    },
  )
  done()
}
