import { v5 } from 'uuid'

/** The ids of one organisation's things in other systems: the same facts have the same id, whoever reads them and how often. */
export type FeedIds = {
  /** The installation, which all of its organisations name. */
  readonly installation: string
  /** The id of an object of the organisation, which `names` together name. */
  of(...names: readonly string[]): string
}

/** `feedId` names the organisation and tells nothing of it; `apiUrl` is the absolute address of the API. */
export const createFeedIds = (feedId: string, apiUrl: string): FeedIds => ({
  installation: v5(apiUrl, v5.URL),
  // As JSON: no name can look like the end of another.
  of: (...names) => v5(JSON.stringify(names), feedId),
})
