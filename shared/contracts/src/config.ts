import { boolean, nullable, object, optional, string, type infer as Infer } from 'zod/mini'
import { API_BASE } from './addresses.ts'

/**
 * The operator's configuration at run time. It is public in the release and holds no secret.
 * The gateway reads it from its environment: a change needs no build.
 */
export const publicConfigSchema = object({
  /** Base address of the API: `/api` or `https://host:port/api`. `null`: no backend. */
  apiUrl: nullable(string()),
  /** Without a backend, login and registration succeed without a call (P-SESSION-13). */
  demo: boolean(),
  /** The product's name as people read it. */
  brand: string(),
  /** Addresses that start a sign-in; `null` disables the button. */
  signIn: object({
    google: nullable(string()),
    microsoft: nullable(string()),
    /** Another provider, with the label of its button. */
    other: optional(object({ title: string(), address: string() })),
    /** The login page offers the sign-in of companies. Default: false. */
    company: optional(boolean()),
  }),
  /** The operator's texts and addresses for everybody. Default: the product's own texts, and no address. */
  legal: optional(
    object({
      /** Privacy notice and terms; `null`: the product's pages. */
      privacy: nullable(string()),
      terms: nullable(string()),
      /** The mailbox of the encarregado (LGPD, article 41). */
      officer: nullable(string()),
      /** The mailbox for everything else. */
      contact: nullable(string()),
    }),
  ),
  /** Key of Google's Maps Embed API, which is public. Without it, maps use bundled shapes. */
  googleMapsKey: optional(nullable(string())),
  /** Shows demonstration entries in the sidebar (P-HEADER-8). Default: false. */
  showDemo: optional(boolean()),
})
export type PublicConfig = Infer<typeof publicConfigSchema>

export const defaultPublicConfig: PublicConfig = {
  apiUrl: API_BASE,
  demo: false,
  brand: 'Atalaia',
  signIn: { google: null, microsoft: null },
}
