import { object, string } from 'zod/mini'
import {
  allowOrigin,
  createClient as makeClient,
  listActions,
  listClients,
  listOrigins,
  refuseOrigin,
  revokeClient,
} from '../src/connect/portals/portal-operations.ts'
import type { TestApi } from './test-api.ts'

export const PORTAL = 'https://portal.acme.com'
const answerSchema = object({ access_token: string() })

export type Credentials = { readonly id: string; readonly secret: string }

export const createPortal = ({ app, tools }: TestApi) => {
  const createClient = (account: string, scope = 'leaks:read'): Promise<Credentials> =>
    makeClient(tools, { account, name: 'portal', scope })
  const allow = (account: string, origin = PORTAL) => allowOrigin(tools, account, origin)
  const refuse = (account: string, origin = PORTAL) => refuseOrigin(tools, account, origin)
  const originsOf = async (account: string) => (await listOrigins(tools, account)).map(({ origin }) => origin)
  const clientsOf = (account: string) => listClients(tools, account)
  const revoke = (id: string) => revokeClient(tools, id)
  const actionsOf = (account: string, user?: string) => listActions(tools, account, user)

  const askToken = (form: Readonly<Record<string, string>> | string, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    })
  const tokenOf = async ({ id, secret }: Credentials, scope?: string): Promise<string> => {
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret }
    const answer = await askToken(scope === undefined ? form : { ...form, scope })
    return answerSchema.parse(answer.json()).access_token
  }
  const call = (path: string, token: string | undefined, origin?: string, method: 'GET' | 'POST' = 'GET') =>
    app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(origin === undefined ? {} : { origin }),
      },
      ...(method === 'POST' ? { payload: { email: 'rh@acme.com' } } : {}),
    })
  const preflight = (path: string, origin: string, method = 'GET', asked = 'authorization') =>
    app.inject({
      method: 'OPTIONS',
      url: `/api${path}`,
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': asked },
    })
  return {
    createClient,
    allow,
    refuse,
    originsOf,
    clientsOf,
    revoke,
    actionsOf,
    askToken,
    tokenOf,
    call,
    preflight,
  }
}

export const readableFor = ({ headers }: { readonly headers: NodeJS.Dict<unknown> }) =>
  headers['access-control-allow-origin']
