import { regex, string } from 'zod/mini'

/** A channel's name. A channel points at one version of each remote; promotions move it. */
export const channelSchema = string().check(
  regex(/^[a-z0-9-]{1,40}$/, 'a channel is named with up to 40 lower-case letters, digits and hyphens'),
)

/** The channel that is served and promoted to when none is named. */
export const DEFAULT_CHANNEL = 'stable'
