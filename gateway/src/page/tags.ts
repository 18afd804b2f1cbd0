import { escapeHtml } from './escape.ts'

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
