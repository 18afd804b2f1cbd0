import axe from 'axe-core'
import { openWorld } from '../../harness/isolated-world.ts'
import { withInstance } from '../../harness/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

/** More than the element has. */
const MAX_TAB_STOPS = 60

/** Runs in the page. */
const fence = ({ container }: { container: HTMLElement }) => {
  const before = document.createElement('button')
  const after = document.createElement('button')
  before.textContent = 'before'
  after.textContent = 'after'
  container.prepend(before)
  container.append(after)
  before.focus()
}

/** Runs in the page. */
const hasLeft = ({ container }: { container: Element }) => container.lastElementChild === document.activeElement

const readFocus = ({ shadowRoot }: Element) => {
  const inner = shadowRoot?.activeElement
  if (!inner) return undefined
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(inner)
  const name = inner.getAttribute('aria-label') ?? inner.textContent ?? inner.localName
  const seen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  return { name: `<${inner.localName}> ${name}`.slice(0, 60), seen }
}

export const keyboard: Check = {
  id: 'keyboard',
  chapter: 'good guest',
  promise: 'The keyboard reaches everything in it, sees where it is, and gets out again',
  run: (harness) =>
    withInstance(harness, { attributes: { show: 'summary add' } }, async ({ mounted: { handle, element } }) => {
      await handle.evaluate(fence)
      const wanted = await element.evaluate(({ shadowRoot }) => {
        const inner = shadowRoot?.querySelectorAll<HTMLElement>('a[href], button, input')
        return [...(inner ?? [])].filter((one) => one.tabIndex >= 0 && one.checkVisibility()).length
      })
      const problems: string[] = []
      let visited = 0
      let left = false
      for (let press = 0; press < MAX_TAB_STOPS && !left; press += 1) {
        await harness.page.keyboard.press('Tab')
        left = await handle.evaluate(hasLeft)
        const focus = left ? undefined : await element.evaluate(readFocus)
        if (!focus) continue
        visited += 1
        if (!focus.seen) problems.push(`the focus is not to be seen on ${focus.name}`)
      }
      return keptUnless([
        ...(left ? [] : ['Tab does not get out of it']),
        ...(visited < wanted ? [`Tab reaches ${visited} of ${wanted} controls`] : []),
        ...problems,
      ])
    }),
}

/** WCAG 2.2 A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Runs outside the page's scripts. */
const readViolations = async (selector: string, values: string[]): Promise<readonly string[]> => {
  const { violations } = await window.axe.run(selector, { runOnly: { type: 'tag', values } })
  return violations.map(({ id, nodes }) => `${id}: ${String(nodes[0]?.target)}`)
}

export const screenReader: Check = {
  id: 'screen-reader',
  chapter: 'good guest',
  promise: 'Accessible as in our own shell: axe finds nothing against WCAG 2.2 A and AA',
  run: (harness) =>
    withInstance(harness, { attributes: { show: 'summary emails add' } }, async ({ mounted }) => {
      const frame = harness.door === 'frame' ? await (await mounted.element.elementHandle())?.ownerFrame() : undefined
      const world = await openWorld(frame ?? harness.page)
      await world.run(axe.source)
      const given = [frame ? 'html' : mounted.selector, TAGS].map((value) => JSON.stringify(value)).join()
      return keptUnless(await world.run<readonly string[]>(`(${readViolations.toString()})(${given})`))
    }),
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
