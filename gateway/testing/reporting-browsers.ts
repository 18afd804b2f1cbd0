import { sql } from '@atalaia/database'
import { listAnswer } from '@atalaia/artifact'
import type { FastifyInstance } from 'fastify'
import { createBuild } from './archives.ts'
import { bearer, createPublished, openTestDatabase, order, publishBuild, versionIn } from './published.ts'

/** The remote that the browsers report about. */
export const NAME = 'mfe-novo'

type Stage = Awaited<ReturnType<typeof createPromoted>>

/** A gateway with two versions of the remote, of which the second, 1.1.0, was promoted last. */
export const createPromoted = async (production = false) => {
  const stage = await createPublished(await openTestDatabase(), { production, overridable: false })
  const token = await stage.tokenOf(NAME)
  for (const version of ['1.0.0', '1.1.0']) {
    await publishBuild(stage.app, token, createBuild(NAME, version))
    await order(stage.app, token, `${NAME}/promote`, { version })
  }
  return { ...stage, token }
}

/** The cookie by which the gateway knows a browser that comes for the first time. */
export const newBrowser = async (app: FastifyInstance) =>
  String((await app.inject('/login')).headers['set-cookie']).split(';')[0] ?? ''

/** Reports an activation, and a web vital. */
export const tell = (
  app: FastifyInstance,
  cookie: string | undefined,
  outcome: string,
  remoteAddress = '127.0.0.1',
  version = '1.1.0',
) =>
  app.inject({
    method: 'POST',
    url: '/-/reports',
    remoteAddress,
    headers: cookie === undefined ? {} : { cookie },
    payload: {
      activations: [{ remote: NAME, version, outcome, phase: 'entry script', milliseconds: { 'entry script': 120 } }],
      vitals: [{ route: '/login', name: 'LCP', value: 900 }],
    },
  })

/** The version in the next page. */
export const live = async (app: FastifyInstance) => versionIn((await app.inject('/login')).body, NAME)

/** The reason why the last promotion is held; `null` when it is not. */
export const heldOf = async ({ app, token }: Stage) => {
  const answer = await app.inject({ url: '/-/remotes', headers: bearer(token) })
  return listAnswer.parse(answer.json()).pointers.find(({ remote }) => remote === NAME)?.held
}

/** An address in the network with this number. */
export const addressIn = (network: number, host = 1) => `198.${18 + Math.floor(network / 256)}.${network % 256}.${host}`

/** The first network of somebody who forges reports. */
export const FORGER = 500

type Crowd = { readonly count: number; readonly networks: number; readonly from?: number; readonly outcome: string }

/** New browsers, spread over networks, that all report the same. */
export const crowd = async (app: FastifyInstance, { count, networks, from = 0, outcome }: Crowd, version = '1.1.0') => {
  for (let at = 0; at < count; at += 1)
    await tell(app, await newBrowser(app), outcome, addressIn(from + (at % networks)), version)
}

/** Makes the moves newer than the browsers, as if the browsers had been known for an hour. */
export const promoteLater = ({ database }: Stage) =>
  database.execute(sql`UPDATE gateway.move SET at = at + interval '1 hour'`)
