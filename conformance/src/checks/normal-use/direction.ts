import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const direction: Check = {
  id: 'direction',
  chapter: 'good guest',
  promise: "Takes the portal's text direction",
  run: (stage) =>
    withInstance(stage, {}, async ({ mounted: { handle } }) => {
      const seen = await handle.evaluate(({ container, element }) => {
        container.dir = 'rtl'
        const title = element.shadowRoot?.querySelector('h2')
        return title ? getComputedStyle(title).direction : 'nowhere'
      })
      return keptUnless(seen === 'rtl' ? [] : [`in a place with dir="rtl" its titles are ${seen}`])
    }),
}
