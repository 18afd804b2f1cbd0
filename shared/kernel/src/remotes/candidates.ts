import type { ReleaseRemote, RemoteRoute } from '@atalaia/contracts'
import type { Candidate } from './attempt.ts'
import type { LastGood } from './last-good.ts'

/** The versions of one remote that this page can bring up. */
export type Candidates = {
  /** What the release, or its override, says. */
  readonly own: Candidate
  /**
   * What can take its place for a route. An override never falls back: its developer wants to see it fail.
   */
  spare(route?: RemoteRoute): Candidate | undefined
}

export const candidatesOf = (
  { descriptor, baseUrl, override, sealed }: ReleaseRemote,
  { lastGood, origin }: { readonly lastGood: LastGood; readonly origin: string },
): Candidates => {
  if (override !== undefined) {
    const fetched = { url: `${override}/remote.json` }
    return { own: { source: 'override', descriptor, baseUrl: `${override}/`, fetched }, spare: () => undefined }
  }
  const fetched = sealed === undefined ? undefined : { url: `${baseUrl}remote.json`, integrity: sealed }
  return {
    own: { source: 'release', descriptor, baseUrl, ...(fetched && { fetched }) },
    spare: (route) => {
      const known = lastGood.olderThan(descriptor)
      if (!known || (route && !known.routes.some(({ id }) => id === route.id))) return undefined
      // Its files lie beside the release's: …/mfe-analytics/1.4.0/ → …/mfe-analytics/1.3.0/
      const beside = new URL(`../${known.version}/`, new URL(baseUrl, origin)).href
      return { source: 'fallback', descriptor: known, baseUrl: beside }
    },
  }
}
