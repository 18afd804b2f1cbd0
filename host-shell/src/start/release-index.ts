import { remoteIndexSchema, withIndex, type Release, type ReleaseRemote } from '@atalaia/contracts'
import type { Ports } from '@atalaia/kernel'
import { fetchIndex, takeIndex } from '../platform/early-calls.ts'

const RETRY_MS = 1000

/**
 * Checks the index's hash; `undefined`: no index. Rejects after two failures, the second past the
 * cache.
 */
export const readAllRemotes = (
  release: Release,
  { fetch, clock }: Pick<Ports, 'fetch' | 'clock'>,
): Promise<readonly ReleaseRemote[]> | undefined => {
  const { index } = release
  const early = takeIndex()
  if (!index) return undefined
  const again = async () => {
    await new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve))
    return fetchIndex(index, fetch, { cache: 'reload' })
  }
  return (early ?? fetchIndex(index, fetch))
    .catch(again)
    .then((text) => withIndex(release, remoteIndexSchema.parse(JSON.parse(text))))
}
