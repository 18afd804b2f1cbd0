import { THEME_NAMES } from '@atalaia/contracts'
import { PurgeCSS } from 'purgecss'

/** The results for one stylesheet, by HTML. */
const known = new Map<string, Map<string, Promise<string>>>()
const MAX_STYLESHEETS = 3
const MAX_PAGES = 50

/** Rules of `css` that the first paint of `html` needs, in every theme. Computed once. */
export const criticalStyles = (css: string, html: string): Promise<string> => {
  if (!known.has(css) && known.size >= MAX_STYLESHEETS) known.clear()
  const ofPage = known.get(css) ?? new Map<string, Promise<string>>()
  known.set(css, ofPage)
  if (!ofPage.has(html) && ofPage.size >= MAX_PAGES) ofPage.clear()
  const styles = ofPage.get(html) ?? purge(css, html)
  ofPage.set(html, styles)
  return styles
}

const purge = async (css: string, html: string): Promise<string> => {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: css }],
    safelist: [':root', 'html', 'body', 'root', ...THEME_NAMES],
    variables: true,
    keyframes: true,
  })
  return result?.css ?? css
}
