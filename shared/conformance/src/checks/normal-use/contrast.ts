import type { Harness } from '../../harness/harness.ts'
import { untilOwnShown } from '../../harness/own-dashboard.ts'
import { until } from '../../harness/until.ts'
import { withInstance } from '../../harness/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

/** Runs in the page. */
const makePale = ({ element }: { element: HTMLElement }) => {
  element.style.setProperty('--atalaia-surface', '#ffffff', 'important')
  element.style.setProperty('--atalaia-text-muted', '#cccccc', 'important')
}
const FAULT = '--atalaia-text-muted on --atalaia-surface'
const SPEAKS = /: too little contrast .*?: (.*)/

/** For late warnings. */
const SETTLE_MS = 300

const warnings = ({ said }: Harness, from: number) => said(from).flatMap((text) => SPEAKS.exec(text)?.[1] ?? [])

/** Runs in the page. */
const settle = (milliseconds: number) =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, milliseconds)))

const untilWarned = (tab: Harness, from: number, withinMs: number) =>
  until(
    () => Promise.resolve(warnings(tab, from)),
    (seen) => seen.length > 0,
    withinMs,
  )

export const contrast: Check = {
  id: 'contrast',
  chapter: 'good guest',
  promise: "The portal's colours have the contrast of WCAG 2.2 AA, and the element names those that have not",
  place: 'tabs',
  notAt: { frame: 'styles and custom properties of the page do not reach into a frame' },
  run: (harness) =>
    harness.again(async (tab) => {
      // Its colours are judged once it has its numbers.
      await untilOwnShown(tab.own)
      await tab.page.evaluate(settle, SETTLE_MS)
      const own = warnings(tab, 0)
      if (own.length > 0) return keptUnless(own)
      const before = tab.console.length
      return withInstance(tab, {}, async ({ mounted }) => {
        await mounted.untilEvent('ready')
        await mounted.handle.evaluate(makePale)
        await mounted.change({ theme: 'sky' })
        const named = await untilWarned(tab, before, tab.patienceMs)
        return keptUnless(named.some((text) => text.includes(FAULT)) ? [] : [`it does not name ${FAULT}`])
      })
    }),
}
