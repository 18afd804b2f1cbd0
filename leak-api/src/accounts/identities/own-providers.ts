import { fields, isIssuerAddress, setting } from '@atalaia/server'
import { z } from 'zod'
import type { OpenIdProvider } from '../../base/people/provider.ts'

const tenant = setting(
  z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be the id or the domain of a directory, common, organizations or consumers')
    .default('common'),
)

/** The variables that name the providers of the installation. docs/reference/settings.md has their meanings. */
export const PROVIDER_SETTINGS = {
  OIDC_GOOGLE_CLIENT_ID: fields.optionalText,
  OIDC_GOOGLE_CLIENT_SECRET: fields.optionalText,
  OIDC_MICROSOFT_CLIENT_ID: fields.optionalText,
  OIDC_MICROSOFT_CLIENT_SECRET: fields.optionalText,
  OIDC_MICROSOFT_TENANT: tenant,
  OIDC_ISSUER: fields.optionalText,
  OIDC_CLIENT_ID: fields.optionalText,
  OIDC_CLIENT_SECRET: fields.optionalText,
  OIDC_TITLE: setting(z.string().max(40).optional()),
} as const

type ProviderSettings = {
  readonly [Name in Exclude<keyof typeof PROVIDER_SETTINGS, 'OIDC_MICROSOFT_TENANT'>]?: string | undefined
} & { readonly OIDC_MICROSOFT_TENANT: string }

export type ProviderSurroundings = {
  readonly loopback: boolean
  readonly publicOrigin: string
  readonly publicUrl: string
}

const providerOf = (
  prefix: string,
  facts: Pick<OpenIdProvider, 'key' | 'title' | 'issuer'>,
  id?: string,
  secret?: string,
): OpenIdProvider[] => {
  if (id === undefined && secret === undefined) return []
  if (id === undefined || secret === undefined)
    throw new Error(`leak-api: ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET belong together: set both, or none`)
  return [{ kind: 'oidc', ...facts, clientId: id, clientSecret: secret }]
}

/** Throws an error that names the wrong or missing variable, without secrets. */
export const providersIn = (settings: ProviderSettings, surroundings: ProviderSurroundings): OpenIdProvider[] => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = settings
  if ((issuer === undefined) !== (id === undefined && secret === undefined))
    throw new Error('leak-api: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all, or none')
  if (issuer !== undefined && !isIssuerAddress(issuer, surroundings.loopback))
    throw new Error('leak-api: OIDC_ISSUER must be an https address without a query')
  const google = { key: 'google', title: 'Google', issuer: 'https://accounts.google.com' }
  const directory = `https://login.microsoftonline.com/${settings.OIDC_MICROSOFT_TENANT}/v2.0`
  const microsoft = { key: 'microsoft', title: 'Microsoft', issuer: directory }
  const found = [
    ...providerOf('OIDC_GOOGLE', google, settings.OIDC_GOOGLE_CLIENT_ID, settings.OIDC_GOOGLE_CLIENT_SECRET),
    ...providerOf(
      'OIDC_MICROSOFT',
      microsoft,
      settings.OIDC_MICROSOFT_CLIENT_ID,
      settings.OIDC_MICROSOFT_CLIENT_SECRET,
    ),
    ...(issuer === undefined
      ? []
      : providerOf(
          'OIDC',
          { key: 'oidc', title: settings.OIDC_TITLE ?? new URL(issuer).hostname, issuer },
          id,
          secret,
        )),
  ]
  const { publicOrigin, publicUrl } = surroundings
  if (found.length > 0 && new URL(publicUrl, publicOrigin).origin !== new URL(publicOrigin).origin)
    throw new Error('leak-api: sign-in with a provider needs the API at the origin of the pages: PUBLIC_API_URL=/api')
  return found
}
