import { descriptorSchema, type Descriptor, type ReleaseRemote } from '@atalaia/contracts'
import { unavailableDescriptor } from '../release/unavailable-descriptor.ts'
import type { Override } from './override-link.ts'

/** Milliseconds that an overriding server has to answer. */
const TIMEOUT = 3000
const LARGEST = 1024 * 1024

/** The remote as it is served at `url`; when nothing usable is there, one that fails and can be reset. */
export const fetchOverride = async ({ remote, url }: Override, known?: Descriptor): Promise<ReleaseRemote> => {
  const descriptor = (await read(url, remote)) ?? known ?? nothing(remote)
  return { descriptor, baseUrl: `${url}/`, override: url }
}

const read = async (url: string, name: string): Promise<Descriptor | undefined> => {
  try {
    const answer = await fetch(`${url}/remote.json`, { signal: AbortSignal.timeout(TIMEOUT), redirect: 'error' })
    const text = await answer.text()
    const parsed = text.length > LARGEST ? undefined : descriptorSchema.safeParse(JSON.parse(text))
    return answer.ok && parsed?.success && parsed.data.name === name ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const nothing = (name: string): Descriptor =>
  unavailableDescriptor({
    name,
    version: '0.0.0',
    owner: 'override',
    contract: '*',
    token: false,
    api: false,
    routes: [],
    sidebar: [],
  })
