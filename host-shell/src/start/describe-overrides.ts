import { DESCRIPTOR_FILE, descriptorSchema, type Release, type ReleaseRemote } from '@atalaia/contracts'
import { reasonOf, type Ports } from '@atalaia/kernel'
import { consoleLogger as logger } from '../platform/logger.ts'

const TIMEOUT_MS = 3000

const isOwn = ({ override, fixed }: ReleaseRemote): boolean => override !== undefined && fixed !== true

/**
 * Asks the overrides from the browser (M-OVERRIDE-10): the gateway may not reach the developer's
 * machine. A silent override keeps the gateway's descriptor, and fails at opening.
 */
export const describeOverrides = async (release: Release, fetch: Ports['fetch']): Promise<Release> => {
  if (!release.remotes.some(isOwn)) return release
  return { ...release, remotes: await Promise.all(release.remotes.map((remote) => describe(remote, fetch))) }
}

const describe = async (remote: ReleaseRemote, fetch: Ports['fetch']): Promise<ReleaseRemote> => {
  if (!isOwn(remote)) return remote
  const { name } = remote.descriptor
  const url = `${remote.override}/${DESCRIPTOR_FILE}`
  try {
    const answer = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const descriptor = descriptorSchema.parse(await answer.json())
    if (descriptor.name === name) return { ...remote, descriptor }
    throw new Error(`it describes ${descriptor.name}`)
  } catch (error) {
    logger.warn(`${name}: ${url} is no descriptor: ${reasonOf(error)}`)
    return remote
  }
}
