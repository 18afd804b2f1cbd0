import { sql } from '@atalaia/database'
import { listAnswer } from '@atalaia/artifact'
import type { FastifyInstance } from 'fastify'
import { createBuild } from './archives.ts'
import { bearer, createPublished, openTestDatabase, order, publishBuild, versionIn } from './published.ts'

export const NAME = 'mfe-novo'

type Stage = Awaited<ReturnType<typeof createPromoted>>

/** A gateway with two versions; 1.1.0 is promoted. */
export const createPromoted = async (production = false) => {
  const stage = await createPublished(await openTestDatabase(), { production, overridable: false })
  const token = await stage.tokenOf(NAME)
  for (const version of ['1.0.0', '1.1.0']) {
    await publishBuild(stage.app, token, createBuild(NAME, version))
    await order(stage.app, token, `${NAME}/promote`, { version })
  }
  return { ...stage, token }
}

export const newBrowser = async (app: FastifyInstance) =>
  String((await app.inject('/login')).headers['set-cookie']).split(';')[0] ?? ''

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

export const live = async (app: FastifyInstance) => versionIn((await app.inject('/login')).body, NAME)

export const heldOf = async ({ app, token }: Stage) => {
  const answer = await app.inject({ url: '/-/remotes', headers: bearer(token) })
  return listAnswer.parse(answer.json()).pointers.find(({ remote }) => remote === NAME)?.held
}

export const addressIn = (network: number, host = 1) => `198.${18 + Math.floor(network / 256)}.${network % 256}.${host}`

export const FORGER = 500

type Crowd = { readonly count: number; readonly networks: number; readonly from?: number; readonly outcome: string }

/** New browsers in several networks with the same report. */
export const crowd = async (app: FastifyInstance, { count, networks, from = 0, outcome }: Crowd, version = '1.1.0') => {
  for (let at = 0; at < count; at += 1)
    await tell(app, await newBrowser(app), outcome, addressIn(from + (at % networks)), version)
}

/** Makes the moves newer than the browsers, as if these were an hour old. */
export const promoteLater = ({ database }: Stage) =>
  database.execute(sql`UPDATE gateway.move SET at = at + interval '1 hour'`)
