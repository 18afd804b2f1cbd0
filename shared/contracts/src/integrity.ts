/**
 * A well-formed value that no content has. The browser refuses the file, which then counts as not
 * loaded.
 */
// A literal: bundlers leave it out where nobody uses it, and keep a call of repeat().
export const IMPOSSIBLE_INTEGRITY: string = 'sha384-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * Key of the page's integrity values: `globalThis[Symbol.for(INTEGRITY_REGISTRY_KEY)]` is a Map from absolute address to
 * value, which the shell writes and each remote's runtime reads.
 */
export const INTEGRITY_REGISTRY_KEY = 'atalaia.integrity'
