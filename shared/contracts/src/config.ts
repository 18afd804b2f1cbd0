import { boolean, nullable, object, optional, string, type infer as Infer } from 'zod/mini'
import { API_BASE } from './addresses.ts'

/**
 * The configuration that the operator sets at run time. It is part of the release, so everyone may read it and it
 * holds no secret. The gateway makes it from its environment: a change needs no build.
 */
export const publicConfigSchema = object({
  /** Base address of the API, without a trailing slash: `/api` or `https://host:port/api`. `null`: no backend. */
  apiUrl: nullable(string()),
  /** Without a backend, login and registration succeed without a call (P-SESSION-13). */
  demo: boolean(),
  /** The product's name as people read it. */
  brand: string(),
  /** Addresses that start a social sign-in; `null` disables the button. */
  signIn: object({
    google: nullable(string()),
    microsoft: nullable(string()),
    /** Any other provider, with the name on its button. */
    other: optional(object({ title: string(), address: string() })),
    /** True where the login page leads to the sign-in of companies. Default: false. */
    company: optional(boolean()),
  }),
  /** The operator's texts and addresses for everybody. Default: the product's own texts, and no address. */
  legal: optional(
    object({
      /** Addresses of the privacy notice and of the terms; `null`: those of the product. */
      privacy: nullable(string()),
      terms: nullable(string()),
      /** The mailbox of the encarregado (LGPD, article 41). */
      officer: nullable(string()),
      /** The mailbox for everything else. */
      contact: nullable(string()),
    }),
  ),
  /** Key of Google's Maps Embed API, which browsers send to Google anyway; without it maps use bundled shapes. */
  googleMapsKey: optional(nullable(string())),
  /** True where the sidebar shows the entries marked as demonstration (P-HEADER-8). Default: false. */
  showDemo: optional(boolean()),
})
export type PublicConfig = Infer<typeof publicConfigSchema>

/** Defaults of {@link PublicConfig}. */
export const defaultPublicConfig: PublicConfig = {
  apiUrl: API_BASE,
  demo: false,
  brand: 'Atalaia',
  signIn: { google: null, microsoft: null },
}
