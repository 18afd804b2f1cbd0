import {
  DEFAULT_THEME,
  GATEWAY_ADDRESSES,
  LATE_FONT_ATTRIBUTE,
  LOAD_LIMITS_MS,
  RELEASE_ELEMENT_ID,
  SHELL_BASE,
  SHELL_NAME,
  SHELL_VERSION_ATTRIBUTE,
  START_FAILURE_ELEMENT_ID,
  type Release,
  type ShellManifest,
} from '@atalaia/contracts'
import { createHash } from 'node:crypto'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and quoted attributes (M-GATEWAY-3). */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** JSON for `<script type="application/json">`. It cannot end the element or open a comment. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

export type PageFile = {
  readonly url: string
  readonly integrity: string | undefined
  /** Default: a script or a style. */
  readonly module?: boolean
  /** Container of a chunk that may run before it (M-SPEED-35). */
  readonly chunkOf?: string
}

export const attributes = (values: Readonly<Record<string, string | boolean | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => {
      if (value === undefined || value === false) return ''
      return value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`
    })
    .join('')

// `crossorigin` stands on the preload and on what uses it: where the two differ, the file comes twice.
const fetched = ({ integrity }: PageFile) => ({ integrity, crossorigin: 'anonymous' })

export const scriptTag = (file: PageFile, fetchpriority: 'high' | 'low'): string =>
  `<script${attributes({ src: file.url, defer: true, ...fetched(file), fetchpriority })}></script>`

/** Blocks the document below it. `data`: further attributes. */
export const blockingScriptTag = (file: PageFile, data: Readonly<Record<string, string>> = {}): string =>
  `<script${attributes({ src: file.url, ...fetched(file), ...data })}></script>`

export const styleTag = (file: PageFile): string =>
  `<link${attributes({ rel: 'stylesheet', href: file.url, ...fetched(file) })}>`

/**
 * A chunk of a page that waits for its code runs at once: it only registers modules, under the name
 * that webpack's own tag would have.
 */
export const preloadTag = (file: PageFile, fetchpriority?: 'low'): string => {
  const { url, chunkOf } = file
  if (chunkOf !== undefined && fetchpriority === undefined)
    return `<script${attributes({ src: url, async: true, ...fetched(file), 'data-webpack': `${chunkOf}:` })}></script>`
  const kind = file.module ? { rel: 'modulepreload' } : { rel: 'preload', as: kindOf(file.url) }
  return `<link${attributes({ ...kind, href: file.url, ...fetched(file), fetchpriority })}>`
}

/** Matches the kernel's fetch: same mode, same credentials. */
export const fetchTag = ({ url }: PageFile): string =>
  `<link${attributes({ rel: 'preload', as: 'fetch', href: url, crossorigin: 'anonymous', fetchpriority: 'low' })}>`

export const fontTag = ({ url }: PageFile): string =>
  `<link${attributes({ rel: 'preload', as: 'font', type: 'font/woff2', href: url, crossorigin: 'anonymous' })}>`

const kindOf = (url: string) => (url.endsWith('.css') ? 'style' : 'script')

export const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** `text` must not end the element. */
export const inlineScript = (text: string, data: Readonly<Record<string, string>>) => ({
  tag: `<script${attributes(data)}>${text}</script>`,
  hash: sourceHash(text),
})

/**
 * An inline stylesheet and its CSP hash. `base` makes relative addresses absolute. `url` tells the
 * runtime of the bundle that this is the whole file.
 */
export const inlineStyle = ({ css, base, url }: { css: string; base: string; url?: string }) => {
  const text = css
    .replaceAll(/url\((['"]?)(?!['"]|\/|#|data:|https?:)/g, `url($1${base}`)
    // It would end the element; in CSS, the escaped sign is the same one.
    .replaceAll(/<\/(?=style)/gi, String.raw`<\/`)
  return { tag: `<style${attributes({ 'data-href': url })}>${text}</style>`, hash: sourceHash(text) }
}

const START_FAILURE_CSS = [
  `#${START_FAILURE_ELEMENT_ID}{display:none}`,
  `[data-failed] #${START_FAILURE_ELEMENT_ID}{position:fixed;inset:0;overflow:auto;display:grid;place-content:center;padding:16px;` +
    'background:var(--ui-bg,#12171e);color:var(--ui-text,#eef2f7);font:16px/1.5 var(--ui-font,system-ui,sans-serif);text-align:center}',
  `[data-failed] #${START_FAILURE_ELEMENT_ID}~*{display:none}`,
  `#${START_FAILURE_ELEMENT_ID} h1{margin:0 0 12px;font-size:22px}`,
  `#${START_FAILURE_ELEMENT_ID} p{max-width:52ch;margin:0 auto 20px}`,
  `#${START_FAILURE_ELEMENT_ID} a{display:inline-block;padding:10px 20px;border-radius:8px;` +
    'background:var(--ui-accent,#8fbcff);color:var(--ui-on-accent,#0d1520);font-weight:600;text-decoration:none}',
].join('\n')

/**
 * Shows and reports a shell script that is missing, threw or is late. Fetches it past the cache, so
 * that a reload gets the server's file. Silent while the page is left (M-REPORT-11).
 */
const START_FAILURE_SCRIPT = [
  '{const{dataset}=document.documentElement,',
  `started=()=>document.readyState!=='loading'&&!document.getElementById('${START_FAILURE_ELEMENT_ID}'),`,
  'fail=(phase,cause)=>{',
  "if('failed' in dataset)return;",
  "dataset.failed='';",
  `const failed={remote:'${SHELL_NAME}',version:dataset.shell,outcome:'failed',phase,cause,milliseconds:{}};`,
  `if(!('left' in dataset))navigator.sendBeacon('${GATEWAY_ADDRESSES.reports}',JSON.stringify({shell:cause,activations:[failed]}))`,
  '},',
  // Nobody waits for a page that is not seen, and browsers hold its work back.
  `wait=()=>setTimeout(()=>{if(document.hidden)wait();else if(!started())fail('start','no start in ${LOAD_LIMITS_MS.start / 1000} s')},${LOAD_LIMITS_MS.start});`,
  'wait();',
  "onbeforeunload=()=>{dataset.left=''};",
  "addEventListener('error',({target:{tagName,src},filename,message})=>{",
  'const file=tagName?src:filename;',
  `if(tagName&&tagName!=='SCRIPT'||!file||!file.startsWith(location.origin+'${SHELL_BASE}')||started())return;`,
  "if(tagName)fetch(src,{cache:'reload'}).catch(()=>{});",
  "fail(tagName?'entry script':'activate',tagName?src:message.slice(0,400))",
  '},true)}',
].join('')

/**
 * For a shell that does not start (M-FAIL-23): inline, because any file of the shell may be broken.
 * `tag` comes before the first script, `panel` before the content.
 */
export const startFailure = {
  tag: `<style>${START_FAILURE_CSS}</style><script>${START_FAILURE_SCRIPT}</script>`,
  panel: [
    `<main id="${START_FAILURE_ELEMENT_ID}"><div role="alert">`,
    '<h1>Não foi possível iniciar a página</h1>',
    '<p>Um arquivo dela não chegou, falhou, ou chegou alterado e por segurança não foi usado. Recarregue em alguns instantes. ' +
      'Se continuar, avise quem cuida do sistema.</p>',
    '<a href="">Recarregar a página</a>',
    '</div></main>',
  ].join(''),
  hashes: { styleHashes: [sourceHash(START_FAILURE_CSS)], scriptHashes: [sourceHash(START_FAILURE_SCRIPT)] },
} as const

export type DocumentParts = {
  readonly title: string
  readonly shell: string
  readonly head: readonly string[]
  readonly boot: string
  readonly root: string
  /** Tags after the content. */
  readonly tail?: readonly string[]
  /**
   * True when `root` shows content without scripts. Default: false; the page then has {@link
   * startFailure}.
   */
  readonly readable?: boolean
  /** Loads the font after the first screen (M-SPEED-7). Default: false. */
  readonly lateFont?: boolean
  readonly release?: Release
}

const NOSCRIPT = 'O painel precisa de JavaScript: ative-o no navegador e recarregue a página.'

export const renderDocument = ({
  title,
  shell,
  head,
  boot,
  root,
  tail = [],
  readable = false,
  lateFont = false,
  release,
}: DocumentParts): string =>
  [
    '<!doctype html>',
    `<html${attributes({ lang: 'pt-BR', [SHELL_VERSION_ATTRIBUTE]: shell, [LATE_FONT_ATTRIBUTE]: lateFont })}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    ...(readable ? [] : [startFailure.tag]),
    ...head,
    '</head>',
    `<body class="${DEFAULT_THEME}">`,
    boot,
    ...(readable ? [] : [startFailure.panel]),
    `<div id="root">${root}</div>`,
    ...(!readable && release ? [`<noscript>${NOSCRIPT}</noscript>`] : []),
    ...tail,
    ...(release ? [`<script type="application/json" id="${RELEASE_ELEMENT_ID}">${escapeJson(release)}</script>`] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n')

/** `undefined` when the shell has no icon. */
export const iconUrl = (shell: ShellManifest): string | undefined => {
  const icon = shell.files.find(({ path }) => /^favicon\..*(svg|png|ico)$/.test(path))
  return icon && SHELL_BASE + icon.path
}
