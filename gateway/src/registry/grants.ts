import {
  allows,
  askedBy,
  grantsAnswer,
  isForeignTo,
  ORDERS,
  orderProblemType,
  overlappingPrefixes,
  prefixFault,
  prefixForm,
  remoteGrants,
  rightsOf,
  type Grant,
  type GrantFacts,
  type RemoteGrants,
} from '@atalaia/artifact'
import type { Database, Queryable } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { grantsOrder, prefixOrder, remoteParams } from './api.ts'
import { authorityOf, senderOf, type Authorities } from './rights/authority.ts'
import { readDoctorFacts } from './live-versions.ts'
import { isPublishedName } from './repository/artifacts-repository.ts'
import {
  advanceRevision,
  announceRevision,
  orderLimits,
  type Caller,
  changeGrant,
  listGrantChanges,
  listGrants,
  listOwned,
} from './repository/channels-repository.ts'
import type { LiveState } from './live-state.ts'
import type { Surroundings } from './storage/workspace.ts'

type RightsOrder = Caller & {
  readonly remote: string
  readonly who: string
  readonly why: string | null
  /** Allows a remote that was never published. */
  readonly ahead: boolean
}
export type GrantOrder = RightsOrder & { readonly grants: readonly Grant[] }
export type PrefixOrder = RightsOrder & { readonly prefix: string }

/**
 * Orders of operators about the rights of remotes. Each is one transaction with its history entry.
 * An order that does not fit the state throws a `Problem`.
 */
export type Grants = {
  grant(order: GrantOrder): Promise<GrantFacts>
  /** Reserves a prefix, unless another remote has addresses below it. */
  own(order: PrefixOrder): Promise<GrantFacts>
  release(order: PrefixOrder): Promise<GrantFacts>
  of(remote: string): Promise<Omit<RemoteGrants, 'mayChange'>>
}

type GrantTools = {
  readonly database: Database
  readonly around: Surroundings
  readonly refresh: () => Promise<void>
}

export const createGrants = ({ database, around, refresh }: GrantTools): Grants => {
  const ordered = async (
    order: RightsOrder,
    work: (tx: Queryable, found: GrantFacts) => Promise<void>,
  ): Promise<GrantFacts> => {
    const facts = await database.transaction(async (tx) => {
      await advanceRevision(tx)
      if (!order.ahead) await assertKnown(tx, order.remote, around)
      await work(tx, await readFacts(tx))
      await announceRevision(tx)
      return readFacts(tx)
    }, orderLimits(order)())
    await refresh()
    return facts
  }

  return {
    grant: (order) =>
      ordered(order, async (tx, { granted }) => {
        const had = new Set(granted.filter(({ remote }) => remote === order.remote).map(({ grant }) => grant))
        const wanted = new Set(order.grants)
        for (const subject of wanted)
          if (!had.has(subject)) await changeGrant(tx, { ...order, act: 'granted', subject })
        for (const subject of had)
          if (!wanted.has(subject)) await changeGrant(tx, { ...order, act: 'revoked', subject })
      }),

    own: (order) =>
      ordered(order, async (tx, facts) => {
        const { owned } = facts
        const fault = prefixFault(order.prefix)
        if (fault !== undefined) throw new Problem(422, fault)
        const area = { remote: order.remote, prefix: prefixForm(order.prefix) }
        if (owned.some((other) => other.prefix === area.prefix && other.remote === area.remote)) return
        const [other] = overlappingPrefixes(area, owned)
        if (other)
          throw new Problem(
            409,
            `${area.prefix} has addresses in ${other.prefix}, which is reserved to ${other.remote}`,
            { type: orderProblemType('prefix-reserved') },
          )
        const builds = await around.workspace()
        for (const live of (await readDoctorFacts(tx, around)).live) {
          const mayGiveWay = rightsOf(live.name, facts, builds).granted.has('any-address-routes')
          const path = live.paths.find(isForeignTo(live.name, [area], mayGiveWay))
          if (path !== undefined)
            throw new Problem(
              409,
              `${area.prefix} has addresses of ${live.name} ${live.version} (${path}), which is live`,
              { type: orderProblemType('prefix-live') },
            )
        }
        await changeGrant(tx, { ...order, act: 'owned', subject: area.prefix })
      }),

    release: (order) =>
      ordered({ ...order, ahead: true }, async (tx, { owned }) => {
        const prefix = prefixForm(order.prefix)
        if (!owned.some((other) => other.remote === order.remote && other.prefix === prefix))
          throw new Problem(404, `${prefix} is not reserved to ${order.remote}`)
        await changeGrant(tx, { ...order, act: 'released', subject: prefix })
      }),

    of: async (remote) => {
      const [{ granted, owned }, builds] = await Promise.all([readFacts(database), around.workspace()])
      const build = builds.find(({ name }) => name === remote)
      return {
        granted: granted.filter((each) => each.remote === remote).map(({ grant }) => grant),
        ofBuild: build ? [...askedBy(build)] : [],
        owned: owned.filter((each) => each.remote === remote).map(({ prefix }) => prefix),
        changes: await listGrantChanges(database, remote),
      }
    },
  }
}

const readFacts = async (db: Queryable): Promise<GrantFacts> => ({
  granted: await listGrants(db),
  owned: await listOwned(db),
})

/** A misspelled name would grant rights to the first team that takes it (M-GRANT-5). */
const assertKnown = async (tx: Queryable, remote: string, around: Surroundings): Promise<void> => {
  const builds = await around.workspace()
  if (builds.some(({ name }) => name === remote) || (await isPublishedName(tx, remote))) return
  throw new Problem(
    409,
    `${remote} was never published: check the name, or say --ahead to do it before its first version`,
    { type: orderProblemType('never-published') },
  )
}

export type GrantRouteOptions = {
  readonly grants: Grants
  readonly live: LiveState
  readonly authority: Authorities
  /** Aborted when the connection ends before the answer. */
  goneSignal(reply: FastifyReply): AbortSignal
}

export const grantRoutes = (root: FastifyInstance, options: GrantRouteOptions): void => {
  const { grants, live, authority, goneSignal } = options
  const app = root.withTypeProvider<ZodTypeProvider>()
  const orderOf = (request: FastifyRequest, reply: FastifyReply) => ({
    who: senderOf(request),
    signal: goneSignal(reply),
  })
  const answers = { 200: grantsAnswer }

  app.get(ORDERS.grants, { schema: { response: answers }, onRequest: authority.may('look') }, async () => {
    const { granted, owned } = live.current()
    return { granted, owned }
  })

  app.get(
    ORDERS.grantsOf(':remote'),
    { schema: { params: remoteParams, response: { 200: remoteGrants } }, onRequest: authority.may('history') },
    async (request) => ({
      ...(await grants.of(request.params.remote)),
      mayChange: allows('rights', authorityOf(request).holder),
    }),
  )

  app.put(
    ORDERS.grantsOf(':remote'),
    { schema: { params: remoteParams, body: grantsOrder, response: answers }, onRequest: authority.may('rights') },
    async (request, reply) => {
      const order = { ...request.params, ...request.body, ...orderOf(request, reply) }
      const answer = await grants.grant(order)
      request.log.info({ remote: order.remote, grants: order.grants, who: order.who }, 'grants were changed')
      return answer
    },
  )

  for (const act of ['own', 'release'] as const)
    app.post(
      ORDERS[act](':remote'),
      { schema: { params: remoteParams, body: prefixOrder, response: answers }, onRequest: authority.may('rights') },
      async (request, reply) => {
        const order = { ...request.params, ...request.body, ...orderOf(request, reply) }
        const answer = await grants[act](order)
        request.log.info({ remote: order.remote, prefix: order.prefix, act, who: order.who }, 'a prefix changed hands')
        return answer
      },
    )
}
