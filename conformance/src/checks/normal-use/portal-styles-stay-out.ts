import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

/** What portals, resets and old habits do to all elements there are. */
const HOSTILE = `
  :root { font-size: 62.5% !important; }
  *, *::before, *::after { color: rgb(1, 2, 3) !important; font: italic 900 37px/3 fantasy !important;
    letter-spacing: 9px !important; word-spacing: 9px !important; text-transform: uppercase !important;
    text-align: center !important; text-indent: 40px !important; white-space: pre !important;
    background: rgb(255, 0, 255) !important; border: 7px solid lime !important; padding: 19px !important;
    list-style: square !important; cursor: crosshair !important; visibility: visible !important; }
  button, input, table, h1, h2, p { display: block !important; width: 11px !important; float: right !important; }`

const PROPERTIES = `color font-family font-size font-style font-weight line-height letter-spacing word-spacing
  text-transform text-align text-indent white-space background-color border-top-width padding-top list-style-type
  cursor display float width`.split(/\s+/)

/** Runs in the page: how everything inside looks, one line an element. */
const readLooks = ({ element }: { element: Element }, properties: readonly string[]) =>
  [...(element.shadowRoot?.querySelectorAll('h2, p, li, a, button, span, input, div, section') ?? [])].map((inner) => {
    const style = getComputedStyle(inner)
    return { name: inner.localName, looks: properties.map((name) => `${name}: ${style.getPropertyValue(name)}`) }
  })

export const portalStylesStayOut: Check = {
  id: 'portal-styles-stay-out',
  chapter: 'good guest',
  promise: "The portal's styles change nothing inside, however rude they are",
  run: (stage) =>
    withInstance(stage, {}, async ({ mounted: { handle } }) => {
      const before = await handle.evaluate(readLooks, PROPERTIES)
      const sheet = await stage.page.evaluateHandle((css) => {
        const added = new CSSStyleSheet()
        added.replaceSync(css)
        document.adoptedStyleSheets.push(added)
        // The frame around the element has no part in what is measured: its padding would make it narrower.
        return added
      }, `${HOSTILE} [data-conformance], [data-conformance] > * { padding: 0 !important; border: 0 !important; }`)
      const after = await handle.evaluate(readLooks, PROPERTIES)
      await sheet.evaluate((added) => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== added)
      })
      if (before.length === 0) return keptUnless(['there is nothing inside'])
      const problems = after.flatMap(({ name, looks }, index) =>
        looks.filter((look, place) => look !== before[index]?.looks[place]).map((look) => `<${name}> has ${look}`),
      )
      return keptUnless(problems.slice(0, 5))
    }),
}
