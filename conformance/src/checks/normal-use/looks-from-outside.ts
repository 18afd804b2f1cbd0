import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

const WISHES = `
  [data-conformance] atalaia-analytics { --atalaia-surface: rgb(1, 20, 30); --atalaia-radius-card: 3px; }
  [data-conformance] atalaia-analytics::part(widget-title) { letter-spacing: 5px; }`

export const looksFromOutside: Check = {
  id: 'looks-from-outside',
  chapter: 'good guest',
  promise: 'Custom properties and ::part change its looks from outside',
  run: (stage) =>
    withInstance(stage, {}, async ({ mounted: { handle } }) => {
      const sheet = await stage.page.evaluateHandle((css) => {
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
