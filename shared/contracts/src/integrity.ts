/**
 * A well-formed integrity value that no content has. A tag that carries it is refused by the browser and fails like a
 * file that did not load; it stands on a file that the release has no hash for.
 */
// A literal: bundlers leave it out where nobody uses it, and keep a call of repeat().
export const IMPOSSIBLE_INTEGRITY: string = 'sha384-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * Key of the page's integrity values: `globalThis[Symbol.for(INTEGRITY_REGISTRY_KEY)]` is a Map from absolute address to
 * value, which the shell writes and each remote's runtime reads.
 */
export const INTEGRITY_REGISTRY_KEY = 'atalaia.integrity'
