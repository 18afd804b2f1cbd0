import { satisfies, validate } from 'compare-versions'

/** Reading time grows with the square. */
const MAX_RANGE_LENGTH = 200

/** True when `version` is in the semver `range`. False for unreadable input or over 200 characters. */
export const inRange = (version: string, range: string): boolean => {
  if (!validate(version) || range.length > MAX_RANGE_LENGTH) return false
  try {
    return satisfies(version, range)
  } catch {
    return false
  }
}
