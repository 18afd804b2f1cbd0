import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { gatewaySocketPath } from '../config.ts'

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly json?: unknown
  readonly archive?: Buffer
}
export type Answer = { readonly status: number; readonly body: unknown }

/** Asks the gateway: over HTTP with a deploy token, or over its socket on this machine, or as its database's owner. */
export type Client = { call(call: Call): Promise<Answer>; close(): Promise<void> }

const parse = (body: string): unknown => {
  try {
    return body === '' ? null : JSON.parse(body)
  } catch {
    return { message: body.trim().slice(0, 200) }
  }
}

const actor = `${userInfo().username}`
const headersOf = ({ json, archive }: Call): Record<string, string> => ({
  'x-actor': actor,
  ...(json !== undefined && { 'content-type': 'application/json' }),
  ...(archive && { 'content-type': 'application/gzip' }),
})
const payloadOf = ({ json, archive }: Call) => archive ?? (json === undefined ? undefined : JSON.stringify(json))

const overHttp = (origin: string, token: string): Client => ({
  call: async (call) => {
    const payload = payloadOf(call)
    const answer = await fetch(origin + call.path, {
      method: call.method,
      headers: { ...headersOf(call), authorization: `Bearer ${token}` },
      ...(payload !== undefined && { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }),
    }).catch((cause: unknown) => {
      throw new Error(`the gateway at ${origin} does not answer: set GATEWAY_URL to where it is`, { cause })
    })
    return { status: answer.status, body: parse(await answer.text()) }
  },
  close: async () => undefined,
})

const overSocket = (socketPath: string): Client => ({
  call: (call) =>
    new Promise((done, reject) => {
      const asked = request(
        { socketPath, path: call.path, method: call.method, headers: headersOf(call) },
        (answer) => {
          text(answer).then((body) => done({ status: answer.statusCode ?? 0, body: parse(body) }), reject)
        },
      )
      asked.once('error', (cause) => reject(new Error(`no gateway answers at ${socketPath}: start it`, { cause })))
      asked.end(payloadOf(call))
    }),
  close: async () => undefined,
})

export const connect = async (env: NodeJS.ProcessEnv, root: string): Promise<Client> => {
  const { DEPLOY_TOKEN: token, GATEWAY_URL: url } = env
  if (token) return overHttp((url || 'http://localhost:3000').replace(/\/+$/, ''), token)
  const dataDir = resolve(root, env.DATA_DIR || '.data')
  const socket = gatewaySocketPath(dataDir)
  if (existsSync(socket)) return overSocket(socket)
  if (env.DATABASE_URL) {
    const { openDirect } = await import('./direct-client.ts')
    return openDirect(env, root, actor)
  }
  throw new Error(
    `set DEPLOY_TOKEN, or run this where the gateway runs: ${socket} is not there (DATA_DIR names its folder)`,
  )
}
