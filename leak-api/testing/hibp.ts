import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { array, number, object, optional, string, unknown } from 'zod/mini'
import { createAccountsRepository } from '../src/base/people/accounts-repository.ts'
import { parseKeyScopes } from '../src/base/access/scopes.ts'
import { revokeKey } from '../src/accounts/api-keys/key-acts.ts'
import { createKeysRepository } from '../src/accounts/api-keys/keys-repository.ts'
import type { TestApi } from './test-api.ts'

const client = fileURLToPath(new URL('hibp-client.mjs', import.meta.url))
const outcomeSchema = object({
  value: optional(unknown()),
  error: optional(string()),
  message: optional(string()),
  retryAfterSeconds: optional(number()),
})

export type HibpCall = readonly [name: string, ...given: unknown[]]

export const callHibp = async (calls: readonly HibpCall[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [client, JSON.stringify(calls)])
  return array(outcomeSchema).parse(JSON.parse(stdout))
}

export const createKeyCalls = ({ app, tools }: TestApi) => ({
  makeKey: async (account: string, scope = 'hibp:read') => {
    const found = await createAccountsRepository(tools.database).findByEmail(account)
    const parsed = parseKeyScopes(scope)
    if (found === undefined || !parsed.ok) throw new Error(`no key: ${account} ${scope}`)
    const { organisationId } = found
    const wanted = { organisationId, name: 'SIEM', grant: parsed.grant, at: tools.clock() }
    const made = await createKeysRepository(tools.database).create(wanted)
    if (made.status !== 'made') throw new Error('no key: the limit is reached')
    return made
  },
  revoke: (id: string) => {
    const wanted = { id, within: 'installation', actor: { kind: 'operator' }, at: tools.clock() } as const
    return tools.database.transaction((tx) => revokeKey(tx, wanted))
  },
  ask: (path: string, key?: string, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      url: path.startsWith('/v1') ? `/api${path}` : `/api/hibp/v3${path}`,
      headers: { 'user-agent': 'test', ...(key === undefined ? {} : { 'hibp-api-key': key }), ...headers },
    }),
})
