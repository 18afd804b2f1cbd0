import { EMBED_ENTRY } from '@atalaia/contracts'
import { z } from 'zod'
import { attributes } from '../pages/html.ts'
import { framePolicy } from '../headers.ts'

/** Page that shows an embed in a frame, below the base address of the embed. */
export const FRAME_PAGE = 'frame.html'

export const FRAME_SCRIPT = 'frame.js'

/**
 * An origin as browsers write it. A host with `;` or `,` is refused: these separate directives of a
 * policy.
 */
const originSchema = z
  .string()
  .refine((text) => /^https?:\/\/[a-z0-9.:[\]_-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text)

/** Beginning of the addresses below {@link FRAME_API_PREFIX}. */
export const FRAME_API_BASE = '/-/portals/'

/** Prefix of the API for the frames of a portal. It carries the portal's origin in base64url. */
export const FRAME_API_PREFIX = `${FRAME_API_BASE}:portal/api`

export const portalIn = (params: unknown): string | undefined => {
  const { data } = z.object({ portal: z.string() }).safeParse(params)
  const origin = data && Buffer.from(data.portal, 'base64url').toString()
  return originSchema.safeParse(origin).data
}

/** Both scripts belong to the embed; the frame's script sets the attributes of the element. */
const htmlFor = (portal: string, script: string) => `<!doctype html>
<html${attributes({ lang: 'pt-BR', 'data-api': `${FRAME_API_BASE}${Buffer.from(portal).toString('base64url')}/api` })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Vazamentos</title>
</head>
<body><script${attributes({ type: 'module', src: script })}></script><script type="module" src="${EMBED_ENTRY}"></script></body>
</html>
`

export type FramePage = { readonly html: string; readonly policy: string }

export type FramePageOptions = {
  readonly query: unknown
  /** The origin that people use. */
  readonly gateway: string
  /** Relative to the page. */
  readonly script: string
}

/**
 * Renders the page for the origin in `?portal=`. Its policy lets that origin alone frame it.
 * `undefined` without an origin.
 */
export const framePage = ({ query, gateway, script }: FramePageOptions): FramePage | undefined => {
  const { data } = z.object({ portal: originSchema }).safeParse(query)
  // A document in a sandbox has no origin of its own: the gateway's stands beside 'self', if it can stand in a policy.
  const own = ["'self'", originSchema.safeParse(gateway).data ?? []].flat()
  return data && { html: htmlFor(data.portal, script), policy: framePolicy(data.portal, own) }
}
