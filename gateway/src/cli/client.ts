import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { createOperatorClient, parseAnswer } from '@atalaia/server'
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

const actor = userInfo().username
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
    return { status: answer.status, body: parseAnswer(await answer.text()) }
  },
  close: async () => undefined,
})

const overSocket = (socketPath: string): Client => {
  const operator = createOperatorClient(socketPath)
  return {
    call: ({ archive, ...call }) =>
      operator.call({ ...call, headers: headersOf({ ...call, archive }), ...(archive && { body: archive }) }),
    close: async () => undefined,
  }
}

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
