import { satisfies, validate } from 'compare-versions'

/** Does `version` lie in the semver `range`? A range that cannot be read is met by nothing. */
export const inRange = (version: string, range: string): boolean => {
  if (!validate(version)) return false
  try {
    return satisfies(version, range)
  } catch {
    return false
  }
}
