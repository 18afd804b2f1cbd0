import { z } from 'zod'
import { fields, setting } from './settings.ts'

/** Sign-in variables for pages. The API also uses `OIDC_` ones. */
export const SIGN_IN_SETTINGS = {
  GOOGLE_SIGN_IN_URL: fields.webAddress,
  MICROSOFT_SIGN_IN_URL: fields.webAddress,
  OIDC_GOOGLE_CLIENT_ID: fields.optionalText,
  OIDC_MICROSOFT_CLIENT_ID: fields.optionalText,
  OIDC_ISSUER: setting(z.url('must be an address').optional()),
  OIDC_TITLE: setting(z.string().max(40).optional()),
  COMPANY_SIGN_IN: fields.onOff,
} as const

type SignInSettings = z.output<z.ZodObject<typeof SIGN_IN_SETTINGS>>

export type SignInAddresses = {
  readonly google: string | null
  readonly microsoft: string | null
  readonly other?: { readonly title: string; readonly address: string }
  readonly company?: boolean
}

/** A provider's own address, or the API's at `apiUrl` (P-IDENTITY-11). */
export const signInAddresses = (settings: SignInSettings, apiUrl: string | null): SignInAddresses => {
  const start = (key: string, named: string | undefined) =>
    named === undefined || apiUrl === null ? null : `${apiUrl}/identidade/${key}/entrar`
  const { OIDC_ISSUER: issuer } = settings
  const address = start('oidc', issuer)
  return {
    google: settings.GOOGLE_SIGN_IN_URL ?? start('google', settings.OIDC_GOOGLE_CLIENT_ID),
    microsoft: settings.MICROSOFT_SIGN_IN_URL ?? start('microsoft', settings.OIDC_MICROSOFT_CLIENT_ID),
    ...(issuer !== undefined &&
      address !== null && { other: { title: settings.OIDC_TITLE ?? new URL(issuer).hostname, address } }),
    ...(settings.COMPANY_SIGN_IN === true && apiUrl !== null && { company: true }),
  }
}
