import { normalDomain } from '@atalaia/contracts'
import { Problem } from '@atalaia/server'
import { array, boolean, int, maxLength, nullable, object, optional, record, regex, string, union } from 'zod/mini'
import { isAddress, normalAddress } from '../../base/address.ts'
import { type Breach, breachSchema } from './breach.ts'

/** Case does not matter. */
export const isTrue = (value: string | undefined, byDefault: boolean): boolean =>
  value === undefined ? byDefault : value.toLowerCase() === 'true'

/** Throws a 400 for an invalid address. */
export const addressIn = (given: string): string => {
  if (isAddress(given)) return normalAddress(given)
  throw new Problem(400, 'The account does not comply with an acceptable format: it is no e-mail address.')
}

/** Throws a 400 for an invalid domain. */
export const domainIn = (given: string): string => {
  const domain = normalDomain(given.trim())
  if (domain !== undefined) return domain
  throw new Problem(400, 'The domain does not comply with an acceptable format.')
}

/** True where a breach is of the website that a call asks for, if it asks for one. */
export const isOf = ({ Domain }: Breach, domain: string | undefined): boolean =>
  domain === undefined || Domain.toLowerCase() === domain.trim().toLowerCase()

export const isPublic = ({ IsSensitive, IsRetired }: Breach): boolean => !IsSensitive && !IsRetired

/** The value. Throws a 404 when there is nothing in it. */
export const something = <Value extends object>(value: Value): Value => {
  if (Object.keys(value).length === 0) throw new Problem(404, 'Nothing was found.')
  return value
}

export const hibpFailureSchema = object({ statusCode: int(), message: string() })

const MAX_TEXT = 300
const text = () => string().check(maxLength(MAX_TEXT))
const truth = () => optional(string().check(regex(/^(?:true|false)$/i)))

export const accountParams = object({ account: text() })
export const emailParams = object({ email: text() })
export const domainParams = object({ domain: text() })
export const rangeParams = object({ prefix: string().check(regex(/^[\da-f]{6}$/i, 'is not 6 hexadecimal digits')) })
export const nameParams = object({ name: text() })
export const accountQuery = object({ truncateResponse: truth(), includeUnverified: truth(), domain: optional(text()) })
export const breachesQuery = object({ domain: optional(text()), isSpamList: truth() })

/** The whole model comes first, so that it is not cut. */
export const accountBreachesSchema = union([array(breachSchema), array(object({ Name: string() }))])
export const breachesSchema = array(breachSchema)
/** `hashSuffix`: the remaining 34 digits. */
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
export const failures = {
  ...everybodysFailures,
  400: hibpFailureSchema,
  401: hibpFailureSchema,
  404: hibpFailureSchema,
}
