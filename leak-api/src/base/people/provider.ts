import type { Role } from '@atalaia/contracts'
import { boolean, object, optional, string, type infer as Infer } from 'zod/mini'

/** The provider of an organisation: it speaks for the addresses of its domain alone. */
export type Company = {
  readonly organisationId: string
  readonly domain: string
  /** True where its addresses count as proved without the claim that says so. */
  readonly trustsAddresses: boolean
  /** The role of its new people in the organisation. */
  readonly newRole: NewRole
}

/** The roles that a provider's new people may get: those that administer nothing. */
export const NEW_ROLES = ['reader', 'analyst', 'auditor'] as const satisfies readonly Role[]
export type NewRole = (typeof NEW_ROLES)[number]

type Named = {
  /** Its name in addresses: `google`, `microsoft`, `oidc`, or the id of a company's. */
  readonly key: string
  /** Its name as people read it. */
  readonly title: string
}

/** An OpenID provider by which people sign in. */
export type OpenIdProvider = Named & {
  readonly kind: 'oidc'
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Absent for those of the whole installation. */
  readonly company?: Company
}

/** A SAML identity provider by its own metadata. */
export type SamlFacts = {
  /** Its entity ID. Whoever writes metadata may name any. */
  readonly issuer: string
  /** The address that browsers are sent to with a request. */
  readonly signOnUrl: string
  /** The certificates whose keys may sign its assertions, in PEM. */
  readonly certificates: readonly string[]
}

/** A SAML identity provider by which the people of a company sign in. */
export type SamlProvider = Named & SamlFacts & { readonly kind: 'saml'; readonly company: Company }

export type Provider = OpenIdProvider | SamlProvider

const MICROSOFT = 'microsoft'
/** Values of its claim `xms_edov` for an address that it has proved. */
const PROVED_BY_MICROSOFT = new Set<unknown>([true, 1, '1', 'true'])

/** A provider's word about somebody, its signature and its claims checked. */
export type Identity = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
}

/** The fields of an {@link Identity} as a row keeps them. */
export const identityShape = {
  issuer: string(),
  subject: string(),
  email: optional(string()),
  isEmailVerified: boolean(),
}
/** An identity on its way into an account. `title`: the provider's. `isLinked`: it opens the account already; default: it does not. */
export const arrivingIdentitySchema = object({ ...identityShape, title: string(), isLinked: optional(boolean()) })
export type ArrivingIdentity = Infer<typeof arrivingIdentitySchema>

/**
 * True where the address that a provider tells is proved. Microsoft's directories tell addresses that anybody may have
 * typed; its claim for proved ones is `xms_edov`.
 */
export const isEmailVerified = ({ key, company }: OpenIdProvider, claims: Readonly<Record<string, unknown>>): boolean =>
  claims['email_verified'] === true ||
  (key === MICROSOFT && PROVED_BY_MICROSOFT.has(claims['xms_edov'])) ||
  company?.trustsAddresses === true

/** The domain of an address and those above it, the nearest first. The address is in its one spelling. */
export const domainsOf = (email: string): string[] => {
  const labels = (email.split('@').at(-1) ?? '').split('.')
  return labels.map((_label, index) => labels.slice(index).join('.')).slice(0, -1)
}

/** True where `domain`, or one below it, is the address's. */
export const isOfDomain = (email: string, domain: string): boolean => domainsOf(email).includes(domain)
