import type { MockApi } from './mock-api.ts'
import type { MountOptions } from './mount-in-page.ts'
import type { Mounted } from './mounted.ts'
import type { Harness } from './harness.ts'
import { fakeToken } from './tokens.ts'

export type Standing = { readonly api: MockApi; readonly mounted: Mounted }

export const shown = (count: number): string => new Intl.NumberFormat('pt-BR').format(count)

export const withInstance = async <Value>(
  harness: Harness,
  options: MountOptions,
  use: (standing: Standing) => Promise<Value>,
): Promise<Value> => {
  const api = harness.api()
  const attributes = { api: api.url, ...options.attributes }
  const given = options.token === undefined && !options.tokens ? { tokens: [fakeToken()] } : {}
  const mounted = await harness.mount({ ...given, ...options, attributes })
  try {
    await mounted.untilShown(shown(api.leaks))
    return await use({ api, mounted })
  } finally {
    await mounted.remove()
  }
}
