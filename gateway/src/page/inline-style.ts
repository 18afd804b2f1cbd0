import { createHash } from 'node:crypto'
import { attributes } from './tags.ts'

/** A value for the content security policy that allows exactly this inline text. */
const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * A stylesheet put into the page. Relative addresses in it are made absolute with `base`; `url` says to the
 * bundle's runtime which of its files this is, so that it does not load it again.
 */
export const inlineStyle = ({ css, base, url }: { css: string; base: string; url: string }) => {
  const text = css.replaceAll(/url\((['"]?)(?!['"]|\/|#|data:|https?:)/g, `url($1${base}`)
  return { tag: `<style${attributes({ 'data-href': url })}>${text}</style>`, hash: sourceHash(text) }
}
