import { EMBED_ENTRY } from '@atalaia/contracts'
import { z } from 'zod'
import { attributes } from '../pages/html.ts'

/** File name of the page that shows an embed in a frame, below an embed's base address. */
export const FRAME_PAGE = 'frame.html'

/** Script of that page: a file of the embed's build. Embeds without it have no page for frames. */
export const FRAME_SCRIPT = 'frame.js'

/** An origin as browsers write it, in characters that mean nothing in a policy: hosts may have `;` and `,` in a URL. */
const originSchema = z
  .string()
  .refine((text) => /^https?:\/\/[a-z0-9.:[\]_-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text)

const FRAME_API = '/-/portals/'

/** Prefix of the API for the frames of a portal, whose origin it carries in base64url. */
export const FRAME_API_PREFIX = `${FRAME_API}:portal/api`

/** The portal's origin in an address below {@link FRAME_API_PREFIX}; `undefined` when it carries none. */
export const portalIn = (params: unknown): string | undefined => {
  const { data } = z.object({ portal: z.string() }).safeParse(params)
  const origin = data && Buffer.from(data.portal, 'base64url').toString()
  return originSchema.safeParse(origin).data
}

/** Two scripts of the embed's own: the frame's sets what the element begins with. */
const htmlFor = (portal: string) => `<!doctype html>
<html${attributes({ lang: 'pt-BR', 'data-api': `${FRAME_API}${Buffer.from(portal).toString('base64url')}/api` })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Vazamentos</title>
</head>
<body><script type="module" src="${FRAME_SCRIPT}"></script><script type="module" src="${EMBED_ENTRY}"></script></body>
</html>
`

/**
 * The page that shows an embed in a frame of `?portal=`, an origin, and its policy: no other page may frame it. `gateway`
 * is the origin that people use. `undefined` without an origin of a portal.
 */
export const framePage = (query: unknown, gateway: string): { html: string; policy: string } | undefined => {
  const { data } = z.object({ portal: originSchema }).safeParse(query)
  // A document in a sandbox has no origin of its own: the gateway's stands beside 'self'.
  const own = `'self' ${gateway}`
  return (
    data && {
      html: htmlFor(data.portal),
      policy: [
        "default-src 'none'",
        `script-src ${own}`,
        `connect-src ${own}`,
        'img-src blob: data:',
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types highcharts 'allow-duplicates'",
        `frame-ancestors ${data.portal}`,
      ].join('; '),
    }
  )
}
