/** The channel that is served and promoted to when none is named. */
export const DEFAULT_CHANNEL = 'stable'

/** A channel's name: up to 40 lower-case letters, digits and hyphens. */
export const CHANNEL_PATTERN: RegExp = /^[a-z0-9-]{1,40}$/
