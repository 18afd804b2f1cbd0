import { RELEASE_ELEMENT_ID, type Release } from '@atalaia/contracts'
import { createHash } from 'node:crypto'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** JSON for a `<script type="application/json">`: nothing in it can end the element or open a comment. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

/** A file that a page refers to. */
export type PageFile = { readonly url: string; readonly integrity: string | undefined }

export const attributes = (values: Readonly<Record<string, string | boolean | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => {
      if (value === undefined || value === false) return ''
      return value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`
    })
    .join('')

// `crossorigin` stands on the preload and on what uses it: where the two differ, the file comes twice.
const fetched = ({ integrity }: PageFile) => ({ integrity, crossorigin: 'anonymous' })

export const scriptTag = (file: PageFile, fetchpriority?: 'low'): string =>
  `<script${attributes({ src: file.url, defer: true, ...fetched(file), fetchpriority })}></script>`

/** A script that everything below it waits for. */
export const blockingScriptTag = (file: PageFile): string =>
  `<script${attributes({ src: file.url, ...fetched(file) })}></script>`

export const styleTag = (file: PageFile): string =>
  `<link${attributes({ rel: 'stylesheet', href: file.url, ...fetched(file) })}>`

export const preloadTag = (file: PageFile, fetchpriority?: 'low'): string =>
  `<link${attributes({ rel: 'preload', as: kindOf(file.url), href: file.url, ...fetched(file), fetchpriority })}>`

export const fontTag = ({ url }: PageFile): string =>
  `<link${attributes({ rel: 'preload', as: 'font', type: 'font/woff2', href: url, crossorigin: 'anonymous' })}>`

const kindOf = (url: string) => (url.endsWith('.css') ? 'style' : 'script')

/** A source of the content security policy that allows exactly this inline text. */
export const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * A stylesheet inside the page, and its hash for the content security policy. Relative addresses in it are made absolute
 * with `base`. `url` tells the bundle's runtime which of its files this is, so that it does not load it again.
 */
export const inlineStyle = ({ css, base, url }: { css: string; base: string; url: string }) => {
  const text = css
    .replaceAll(/url\((['"]?)(?!['"]|\/|#|data:|https?:)/g, `url($1${base}`)
    // It would end the element; in CSS, the escaped sign is the same one.
    .replaceAll(/<\/(?=style)/gi, String.raw`<\/`)
  return { tag: `<style${attributes({ 'data-href': url })}>${text}</style>`, hash: sourceHash(text) }
}

export type DocumentParts = {
  readonly title: string
  /** Tags of the head, in order. */
  readonly head: readonly string[]
  /** The tag of the script that runs before the first paint: a file, so that the policy allows no inline script. */
  readonly boot: string
  readonly root: string
  /** Whether `root` shows the page's content without any script. Default: false. */
  readonly readable?: boolean
  readonly release?: Release
}

const NOSCRIPT = 'O painel precisa de JavaScript: ative-o no navegador e recarregue a página.'

/** Renders the one HTML document of the product. */
export const renderDocument = ({ title, head, boot, root, readable = false, release }: DocumentParts): string =>
  [
    '<!doctype html>',
    '<html lang="pt-BR">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    ...head,
    '</head>',
    '<body class="dark">',
    boot,
    `<div id="root">${root}</div>`,
    ...(!readable && release ? [`<noscript>${NOSCRIPT}</noscript>`] : []),
    ...(release ? [`<script type="application/json" id="${RELEASE_ELEMENT_ID}">${escapeJson(release)}</script>`] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n')
