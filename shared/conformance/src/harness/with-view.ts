import type { MockApi } from './mock-api.ts'
import type { Harness } from './harness.ts'
import type { Mounted } from './mounted.ts'
import { viewToken } from './tokens.ts'

type GivenView = {
  readonly attributes: Readonly<Record<string, string>>
  readonly scope: string
}
type StandingView = {
  readonly api: MockApi
  readonly mounted: Mounted
  readonly shows: (text: string | RegExp) => Promise<void>
}

export const withView = async <Value>(
  harness: Harness,
  { attributes, scope }: GivenView,
  use: (standing: StandingView) => Promise<Value>,
): Promise<Value> => {
  const api = harness.api()
  const mounted = await harness.mount({ tokens: [viewToken(scope)], attributes: { api: api.url, ...attributes } })
  const shows = (text: string | RegExp) => mounted.untilShown(text, harness.patienceMs)
  try {
    return await use({ api, mounted, shows })
  } finally {
    await mounted.remove()
  }
}
