import { _default, array, nullable, object, optional, string, type infer as Infer } from 'zod/mini'

export const AUDIENCE_KINDS = ['org', 'role', 'region', 'header'] as const
const values = optional(array(string()))
/**
 * Browsers of a canary version: each named kind needs a matching value. `org` and `role`: the
 * session's; `region`: the proxy's; `header`: `name:value` of the page request, name in lower case.
 */
export const audienceRow = object({ org: values, role: values, region: values, header: values })
export type Audience = Infer<typeof audienceRow>
/** `null`: all browsers. Older gateways always give `null`. */
export const audience = _default(nullable(audienceRow), null)
