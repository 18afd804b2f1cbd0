import { satisfies, validate } from 'compare-versions'

/** Characters of the longest range that is read: the time grows with the square. */
const MAX_RANGE_LENGTH = 200

/** True where `version` lies in the semver `range`. An unreadable version or range, or one of more than 200 characters: `false`. */
export const inRange = (version: string, range: string): boolean => {
  if (!validate(version) || range.length > MAX_RANGE_LENGTH) return false
  try {
    return satisfies(version, range)
  } catch {
    return false
  }
}
