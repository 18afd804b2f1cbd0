import { bucketOf } from '../browser/browser-id.ts'
import type { Pointer } from '../versions/rows.ts'

/** The version that a browser gets: the canary's when it is among its share. `null`: none that was published. */
export const pickVersion = ({ remote, version, candidate, percent }: Pointer, browser: string | undefined) =>
  candidate !== null && percent !== null && browser !== undefined && bucketOf(browser, remote) < percent
    ? candidate
    : version
