import { array, boolean, int, maxLength, nullable, object, optional, record, regex, string, union } from 'zod/mini'
import { breachSchema } from './breach.ts'

/** The body of a failure, as Have I Been Pwned writes it. */
export const hibpFailureSchema = object({ statusCode: int(), message: string() })

const MAX_TEXT = 300
const text = () => string().check(maxLength(MAX_TEXT))
const truth = () => optional(string().check(regex(/^(?:true|false)$/i)))

export const accountParams = object({ account: text() })
export const emailParams = object({ email: text() })
export const domainParams = object({ domain: text() })
/** The first digits of the SHA-1 of an address. */
export const rangeParams = object({ prefix: string().check(regex(/^[\da-f]{6}$/i, 'is not 6 hexadecimal digits')) })
export const nameParams = object({ name: text() })
export const accountQuery = object({ truncateResponse: truth(), includeUnverified: truth(), domain: optional(text()) })
export const breachesQuery = object({ domain: optional(text()), isSpamList: truth() })

/** The whole model first: the other one would cut it. */
export const accountBreachesSchema = union([array(breachSchema), array(object({ Name: string() }))])
export const breachesSchema = array(breachSchema)
/** `hashSuffix`: the other 34 digits. */
export const rangeSchema = array(object({ hashSuffix: string(), websites: array(string()) }))
export const namesSchema = array(string())
export const namesByAliasSchema = record(string(), array(string()))
export const subscribedDomainsSchema = array(
  object({
    DomainName: string(),
    PwnCount: nullable(int()),
    PwnCountExcludingSpamLists: nullable(int()),
    PwnCountExcludingSpamListsAtLastSubscriptionRenewal: nullable(int()),
    NextSubscriptionRenewal: nullable(string()),
  }),
)
export const subscriptionSchema = object({
  SubscriptionName: string(),
  Description: string(),
  SubscribedUntil: string(),
  Rpm: int(),
  DomainSearchMaxBreachedAccounts: nullable(int()),
  MaxBreachedDomains: nullable(int()),
  IncludesStealerLogs: boolean(),
  IncludesBulkDomainAdd: boolean(),
  IncludesAutoSubdomainVerification: boolean(),
  IncludesCustomerDomains: boolean(),
  IncludesKAnon: boolean(),
})

export const everybodysFailures = { 403: hibpFailureSchema, 429: hibpFailureSchema, 503: hibpFailureSchema }
/** The failures of routes that need a key. */
export const failures = {
  ...everybodysFailures,
  400: hibpFailureSchema,
  401: hibpFailureSchema,
  404: hibpFailureSchema,
}
