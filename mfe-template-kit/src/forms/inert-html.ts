/** Elements that the editor understands. */
const KEPT = new Set('a b blockquote br code div em h1 h2 h3 h4 h5 h6 hr i li ol p pre s span strong u ul'.split(' '))

const COMMENT = '<!--[^]*?(?:-->|$)'
const UNSEEN = '<(script|style|title|template|textarea|iframe|noscript|svg|math)\\b[^]*?(?:</\\1\\s*>|$)'
const TAG = '<(/?)([a-z][a-z0-9]*)((?:"[^"]*"|\'[^\']*\'|[^"\'>])*)>'
const MARKUP = new RegExp(`${COMMENT}|${UNSEEN}|${TAG}|<`, 'gi')

/**
 * Reduces pasted HTML to Trusted Types' limits (M-RELEASE-13): listed elements, web links, the
 * editor's own copy note. Text of removed tags stays.
 */
export const inertHtml = (html: string): string =>
  html.replaceAll(MARKUP, (found, _unseen, end: string, name: string | undefined, rest: string) => {
    const element = name?.toLowerCase()
    if (element === undefined) return found === '<' ? '&lt;' : ''
    // Google's editor wraps all that it copies in a `b` that is not bold.
    if (!KEPT.has(element) || (element === 'b' && /font-weight: ?normal/i.test(rest))) return ''
    return end === '/' ? `</${element}>` : `<${element}${attributeOf(rest, 'data-pm-slice')}${linkOf(rest)}>`
  })

const attributeOf = (rest: string, name: string): string => {
  const [, value] = new RegExp(`\\s${name}="([^"<>]*)"`, 'i').exec(rest) ?? []
  return value === undefined ? '' : ` ${name}="${value}"`
}

const linkOf = (rest: string): string => {
  const link = attributeOf(rest, 'href')
  return /^ href="https?:\/\//.test(link) ? link : ''
}
