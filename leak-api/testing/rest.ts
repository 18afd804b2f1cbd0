import { addressPageSchema } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { array, boolean, looseObject, nullable, object, string } from 'zod/mini'
import { createKeyCalls } from './hibp.ts'
import { createTestApi } from './test-api.ts'

export const ANA = 'ana@conta.com'

const pageSchema = object({ data: array(looseObject({})), next: nullable(string()), more: boolean() })
type Page = ReturnType<typeof pageSchema.parse>

export const REST_SCOPES = 'addresses:read cases:read cases:write domains:read'

export const createRestWorld = async (database: Database, options: Parameters<typeof createTestApi>[1] = {}) => {
  const api = await createTestApi(database, { keyCallsPerMinute: 100_000, ...options })
  const token = await api.tokenOf(ANA)
  const { makeKey, revoke, ask } = createKeyCalls(api)
  const made = await makeKey(ANA, REST_SCOPES)
  const page = async (path: string, key = made.key): Promise<Page> =>
    pageSchema.parse((await ask(`/v1/${path}`, key)).json())
  const all = async (path: string, limit: number, between: () => Promise<unknown> = () => Promise.resolve()) => {
    const rows: Page['data'] = []
    for (let next: string | null = ''; next !== null;) {
      const read: Page = await page(`${path}limit=${limit}${next === '' ? '' : `&cursor=${next}`}`)
      expect(read.data.length).toBeLessThanOrEqual(limit)
      expect(read.more).toBe(read.next !== null)
      rows.push(...read.data)
      next = read.next
      if (next !== null) await between()
    }
    return rows
  }
  const patch = (id: string, payload: object | string, key = made.key, type = 'application/json') =>
    api.app.inject({
      method: 'PATCH',
      url: `/api/v1/cases/${id}`,
      headers: { 'hibp-api-key': key, 'user-agent': 'test', 'content-type': type },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const post = (path: string, payload: object, by = token) =>
    api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${by}` }, payload })
  const idOf = async (address: string, by = token) => {
    const rows = addressPageSchema.parse((await api.get('/enderecos?tamanho=500', by)).json()).linhas
    return rows.find(({ email }) => email === address)?.id ?? ''
  }
  return { api, token, ...made, makeKey, revoke, ask, page, all, patch, post, idOf }
}
