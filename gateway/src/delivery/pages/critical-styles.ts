import { LATE_FONT_ATTRIBUTE, THEME_NAMES } from '@atalaia/contracts'
import { LRUCache } from 'lru-cache'
import { PurgeCSS } from 'purgecss'

export type Paint = {
  /** HTML of the first paint, below the body. */
  readonly html: string
  /** They use variables of the stylesheet. */
  readonly styles: readonly string[]
}

const known = new LRUCache<string, Promise<string>>({ max: 150 })

/** Rules of `css` that the first paint needs, in every theme. Computed once. */
export const criticalStyles = (css: string, paint: Paint): Promise<string> => {
  const key = [css, paint.html, ...paint.styles].join('\n')
  const styles = known.get(key) ?? purge(css, paint)
  known.set(key, styles)
  styles.catch(() => known.delete(key))
  return styles
}

const VARIABLE = /var\(\s*(--[\w-]+)/g

/** A stylesheet that uses the same variables. A team's own may be no CSS, and is not parsed. */
const usesOf = (styles: readonly string[]): string => {
  const names = new Set(styles.flatMap((css) => Array.from(css.matchAll(VARIABLE), ([, name = '']) => name)))
  return `:root{${Array.from(names, (name) => `color:var(${name})`).join(';')}}`
}

const purge = async (css: string, { html, styles }: Paint): Promise<string> => {
  const document = `<html ${LATE_FONT_ATTRIBUTE}><body class="${THEME_NAMES.join(' ')}"><div id="root">${html}</div></body></html>`
  const results = await new PurgeCSS().purge({
    content: [{ raw: document, extension: 'html' }],
    // The variables that the first uses stay in the second.
    css: [{ raw: usesOf(styles) }, { raw: css }],
    safelist: [':root'],
    variables: true,
    keyframes: true,
  })
  return results.at(-1)?.css ?? css
}
