export const DEFAULT_CHANNEL = 'stable'

/** Up to 40 lower-case letters, digits and hyphens. */
export const CHANNEL_PATTERN: RegExp = /^[a-z0-9-]{1,40}$/
