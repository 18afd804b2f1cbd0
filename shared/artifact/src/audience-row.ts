import { _default, array, nullable, object, optional, string, type infer as Infer } from 'zod/mini'

/** The kinds of rules of an audience. */
export const AUDIENCE_KINDS = ['org', 'role', 'region', 'header'] as const
const values = optional(array(string()))
/**
 * The browsers that a canary version is for: those to which a value of each kind applies that is named. `org` and `role` are of
 * the session, `region` is the proxy's word, `header` is `name:value` of the page's request, the name in lower case.
 */
export const audienceRow = object({ org: values, role: values, region: values, header: values })
export type Audience = Infer<typeof audienceRow>
/** An audience in a row; `null`, also from gateways that know none: all browsers. */
export const audience = _default(nullable(audienceRow), null)
