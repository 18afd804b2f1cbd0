import { readUnended } from '../../stage/ledger-reading.ts'
import { untilNone } from '../../stage/until.ts'
import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

/** Runs in the page: what every element of ours is taken out of, and what is left in the document then. */
const removeAll = () => {
  const find = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.localName === 'atalaia-analytics' ? [element] : []),
      ...(element.shadowRoot ? find(element.shadowRoot) : []),
    ])
  find(document).forEach((element) => element.remove())
}

export const nothingLeft: Check = {
  id: 'nothing-left',
  chapter: 'good guest',
  promise: 'After the last one is removed no listener, timer, observer or style of it is left',
  run: (stage) =>
    stage.again(async (tab) => {
      const { page, embed } = tab
      const styles = () => page.evaluate(() => [document.styleSheets.length, document.adoptedStyleSheets.length].join())
      const before = await styles()
      await withInstance(tab, { attributes: { show: 'summary chart emails add' } }, () => Promise.resolve())
      await page.evaluate(removeAll)
      const session = await page.context().newCDPSession(page)
      const left = await untilNone(async () => {
        // What only observes nodes that are gone goes with them.
        await session.send('HeapProfiler.collectGarbage')
        return readUnended(page, embed.base)
      })
      return keptUnless([...left, ...((await styles()) === before ? [] : ['a style sheet of the document'])])
    }),
}
