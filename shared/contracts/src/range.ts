import { satisfies, validate } from 'compare-versions'

/** Whether `version` lies in the semver `range`. An unreadable version or range: `false`. */
export const inRange = (version: string, range: string): boolean => {
  if (!validate(version)) return false
  try {
    return satisfies(version, range)
  } catch {
    return false
  }
}
