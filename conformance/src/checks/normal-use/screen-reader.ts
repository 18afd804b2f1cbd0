import axe from 'axe-core'
import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

/** WCAG 2.2 A and AA, as far as a program can tell. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export const screenReader: Check = {
  id: 'screen-reader',
  chapter: 'good guest',
  promise: 'Accessible as in our own shell: axe finds nothing against WCAG 2.2 A and AA',
  run: (stage) =>
    stage.again((tab) =>
      withInstance(tab, { attributes: { show: 'summary emails add' } }, async ({ mounted: { handle } }) => {
        await tab.page.evaluate(axe.source)
        const problems = await handle.evaluate(async ({ container }, values) => {
          const { violations } = await window.axe.run(container, { runOnly: { type: 'tag', values } })
          return violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`)
        }, TAGS)
        return keptUnless(problems)
      }),
    ),
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
