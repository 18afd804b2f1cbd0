import type { Role } from '@atalaia/contracts'
import { boolean, object, optional, string, type infer as Infer } from 'zod/mini'

export type Company = {
  readonly organisationId: string
  readonly domain: string
  /** True where addresses count as proved without a claim. */
  readonly trustsAddresses: boolean
  readonly newRole: NewRole
}

export const NEW_ROLES = ['reader', 'analyst', 'auditor'] as const satisfies readonly Role[]
export type NewRole = (typeof NEW_ROLES)[number]

type Named = {
  /** For addresses: `google`, `microsoft`, `oidc`, or a company provider's id. */
  readonly key: string
  readonly title: string
}

export type OpenIdProvider = Named & {
  readonly kind: 'oidc'
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Absent for the installation's providers. */
  readonly company?: Company
}

export type SamlFacts = {
  /** The entity ID. Metadata may name any. */
  readonly issuer: string
  readonly signOnUrl: string
  /** Certificates for assertions, in PEM. */
  readonly certificates: readonly string[]
}

export type SamlProvider = Named & SamlFacts & { readonly kind: 'saml'; readonly company: Company }

export type Provider = OpenIdProvider | SamlProvider

const MICROSOFT = 'microsoft'
const PROVED_BY_MICROSOFT = new Set<unknown>([true, 1, '1', 'true'])

export type Identity = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
}

export const identityShape = {
  issuer: string(),
  subject: string(),
  email: optional(string()),
  isEmailVerified: boolean(),
}
/** `title`: the provider's. `isLinked`: opens the account already; default: false. */
export const arrivingIdentitySchema = object({ ...identityShape, title: string(), isLinked: optional(boolean()) })
export type ArrivingIdentity = Infer<typeof arrivingIdentitySchema>

/** Microsoft's directories report unproved addresses; the claim `xms_edov` marks proved ones. */
export const isEmailVerified = ({ key, company }: OpenIdProvider, claims: Readonly<Record<string, unknown>>): boolean =>
  claims['email_verified'] === true ||
  (key === MICROSOFT && PROVED_BY_MICROSOFT.has(claims['xms_edov'])) ||
  company?.trustsAddresses === true

/** The address's domain and its parents, nearest first. The address is normalised. */
export const domainsOf = (email: string): string[] => {
  const labels = (email.split('@').at(-1) ?? '').split('.')
  return labels.map((_label, index) => labels.slice(index).join('.')).slice(0, -1)
}

/** True where the address has `domain`, or a domain below. */
export const isOfDomain = (email: string, domain: string): boolean => domainsOf(email).includes(domain)
