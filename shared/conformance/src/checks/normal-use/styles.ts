import { BORDER } from '../../door.ts'
import { withInstance } from '../../harness/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

const HOSTILE = `
  :root { font-size: 62.5% !important; }
  *, *::before, *::after { color: rgb(1, 2, 3) !important; font: italic 900 37px/3 fantasy !important;
    letter-spacing: 9px !important; word-spacing: 9px !important; text-transform: uppercase !important;
    text-align: center !important; text-indent: 40px !important; white-space: pre !important;
    background: rgb(255, 0, 255) !important; border: 7px solid lime !important; padding: 19px !important;
    transition: none !important; list-style: square !important; cursor: crosshair !important; visibility: visible !important; }
  button, input, table, h1, h2, p { display: block !important; width: 11px !important; float: right !important; }`

const PROPERTIES = `color font-family font-size font-style font-weight line-height letter-spacing word-spacing
  text-transform text-align text-indent white-space background-color border-top-width padding-top list-style-type
  cursor display float width`.split(/\s+/)

/**
 * In the page: inner looks that `css` changes. One task, so that the element itself changes nothing
 * meanwhile.
 */
const readChanges = ({ element }: { element: Element }, { css, properties }: { css: string; properties: string[] }) => {
  const inside = [...(element.shadowRoot?.querySelectorAll('h2, p, li, a, button, span, input, div, section') ?? [])]
  const looksOf = (inner: Element) => {
    const style = getComputedStyle(inner)
    return properties.map((name) => `<${inner.localName}> has ${name}: ${style.getPropertyValue(name)}`)
  }
  const before = inside.map(looksOf)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  const after = inside.map(looksOf)
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  const changes = after.flatMap((looks, at) => looks.filter((look, place) => look !== before[at]?.[place]))
  return inside.length === 0 ? ['there is nothing inside'] : changes
}

export const portalStylesStayOut: Check = {
  id: 'portal-styles-stay-out',
  chapter: 'good guest',
  promise: "The portal's styles change nothing inside, however rude they are",
  notAt: { frame: BORDER },
  run: (harness) =>
    withInstance(harness, {}, async ({ mounted: { handle } }) => {
      // The frame around the element has no part in what is measured: its padding would make it narrower.
      const frame = '[data-conformance], [data-conformance] > * { padding: 0 !important; border: 0 !important; }'
      const changes = await handle.evaluate(readChanges, { css: `${HOSTILE} ${frame}`, properties: PROPERTIES })
      return keptUnless(changes.slice(0, 5))
    }),
}

/** Runs in the page. */
const readDocument = () => {
  const copy = document.documentElement.cloneNode(true)
  if (!(copy instanceof Element)) return []
  copy.querySelectorAll('[data-conformance], atalaia-analytics').forEach((element) => element.remove())
  const looks = (element: Element | null) => {
    if (!element) return ''
    const style = getComputedStyle(element)
    return ['color', 'background-color', 'font-family', 'font-size', 'margin', 'overflow', 'display']
      .map((name) => style.getPropertyValue(name))
      .join(' ')
  }
  return [
    ['the nodes of the document', copy.outerHTML],
    ['document.adoptedStyleSheets', String(document.adoptedStyleSheets.length)],
    ['document.styleSheets', String(document.styleSheets.length)],
    ['document.fonts', String(document.fonts.size)],
    ['the looks of html', looks(document.documentElement)],
    ['the looks of body', looks(document.body)],
    ['the looks of headings', looks(document.querySelector('h1, h2, h3'))],
  ]
}

export const ownStylesStayIn: Check = {
  id: 'own-styles-stay-in',
  chapter: 'good guest',
  promise: 'While it stands, the rest of the document is as it was: no node, no style, no font, no class',
  notAt: { frame: BORDER },
  run: async (harness) => {
    const before = await harness.page.evaluate(readDocument)
    const attributes = { show: 'summary chart', theme: 'rain' }
    const after = await withInstance(harness, { attributes }, () => harness.page.evaluate(readDocument))
    const changed = after.filter(([, value], index) => value !== before[index]?.[1])
    return keptUnless(changed.map(([name]) => `${name} changed`))
  },
}

const WISHES = `
  [data-conformance] atalaia-analytics { --atalaia-surface: rgb(1, 20, 30); --atalaia-radius-card: 3px; }
  [data-conformance] atalaia-analytics::part(widget-title) { letter-spacing: 5px; }`

export const looksFromOutside: Check = {
  id: 'looks-from-outside',
  chapter: 'good guest',
  promise: 'Custom properties and ::part change its looks from outside',
  notAt: { frame: 'styles and custom properties of the page do not reach into a frame' },
  run: (harness) =>
    withInstance(harness, {}, async ({ mounted: { handle } }) => {
      const sheet = await harness.page.evaluateHandle((css) => {
        const added = new CSSStyleSheet()
        added.replaceSync(css)
        document.adoptedStyleSheets.push(added)
        return added
      }, WISHES)
      const seen = await handle.evaluate(({ element }) => {
        const inner = (part: string) => element.shadowRoot?.querySelector(`[part~="${part}"]`)
        const widget = inner('widget')
        const title = inner('widget-title')
        return {
          surface: widget && getComputedStyle(widget).backgroundColor,
          radius: widget && getComputedStyle(widget).borderTopLeftRadius,
          title: title && getComputedStyle(title).letterSpacing,
        }
      })
      await sheet.evaluate((added) => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== added)
      })
      return keptUnless([
        ...(seen.surface === 'rgb(1, 20, 30)' ? [] : [`--atalaia-surface: a widget has ${seen.surface}`]),
        ...(seen.radius === '3px' ? [] : [`--atalaia-radius-card: a widget has ${seen.radius}`]),
        ...(seen.title === '5px' ? [] : [`::part(widget-title): a title has ${seen.title}`]),
      ])
    }),
}
