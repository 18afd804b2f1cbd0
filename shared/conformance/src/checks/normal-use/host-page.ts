import type { Page } from '@playwright/test'
import { fakeToken } from '../../harness/tokens.ts'
import { ownPlaces } from '../../harness/find-embed.ts'
import { untilOwnShown } from '../../harness/own-dashboard.ts'
import { until } from '../../harness/until.ts'
import { withInstance } from '../../harness/with-instance.ts'
import { keptUnless, notApplicable, type Check } from '../../verdict.ts'

/** Before the page's scripts: the clock is 11 minutes fast, a token lives for 10. */
const setClockFast = () => {
  const FAST_MS = 660_000
  const { now } = Date
  // The constructor's type has a call without `new` too, which a class has not and an embed has no use for.
  window.Date = class extends Date {
    constructor(...given: [] | [number | string | Date]) {
      super(given.length === 0 ? now() + FAST_MS : given[0])
    }
    static override now(): number {
      return now() + FAST_MS
    }
  } as DateConstructor
}

export const wrongClock: Check = {
  id: 'wrong-clock',
  chapter: 'good guest',
  promise: "A visitor's clock that is 11 minutes fast changes nothing",
  place: 'tabs',
  run: (harness) =>
    harness.again(
      (tab) =>
        withInstance(tab, { tokens: [fakeToken()] }, async ({ mounted }) => {
          await mounted.untilEvent('ready')
          const asked = await mounted.asked()
          const errors = await mounted.events('error')
          return keptUnless([
            ...(asked.length > 1 ? [`it asks for a token ${asked.length} times`] : []),
            ...errors.map(({ detail }) => `it says ${String(detail['code'])}`),
          ])
        }),
      (page: Page) => page.addInitScript(setClockFast),
    ),
}

/** Runs in the page. */
const noteKeys = ({ element }: { element: Element }): readonly string[] => {
  const keys: string[] = []
  document.addEventListener('keydown', (event) => {
    if (event.target === element) keys.push(event.key)
  })
  return keys
}

export const typedKeys: Check = {
  id: 'typed-keys',
  chapter: 'good guest',
  promise: "Keys typed into its field fire none of the portal's shortcuts, and Escape still reaches them",
  notAt: { frame: 'what is typed in a frame does not reach the page' },
  run: (harness) =>
    withInstance(harness, { attributes: { show: 'summary add' } }, async ({ mounted }) => {
      const keys = await mounted.handle.evaluateHandle(noteKeys)
      const field = mounted.element.getByLabel('Email', { exact: true })
      await field.pressSequentially('k/')
      await field.press('Escape')
      const seen = await keys.jsonValue()
      await keys.dispose()
      const typed = seen.filter((key) => key !== 'Escape')
      return keptUnless([
        ...(typed.length > 0 ? [`the page gets the keys ${typed.join(' ')}`] : []),
        ...(seen.includes('Escape') ? [] : ['Escape does not reach the page']),
        ...((await field.inputValue()) === 'k/' ? [] : ['the field does not take what is typed']),
      ])
    }),
}

declare global {
  interface Window {
    atalaiaRemountErrors: string[]
  }
}

/** Runs in the page; errors do not bubble. */
const noteErrors = () => {
  window.atalaiaRemountErrors = []
  const note = (event: Event) => {
    if (event instanceof CustomEvent) window.atalaiaRemountErrors.push(String(event.detail.code))
  }
  addEventListener('error', note, true)
}

const TIMES = 2

export const remounted: Check = {
  id: 'remounted',
  chapter: 'good guest',
  promise: `The portal's own framework takes it away and brings it back ${TIMES} times: it stands, without an error`,
  place: 'tabs',
  run: (harness) => {
    const { toggle } = harness
    if (toggle === undefined)
      return Promise.resolve(notApplicable('no control of the portal is named: --toggle SELECTOR'))
    return harness.again(async (tab) => {
      const { page, door, own, patienceMs } = tab
      const control = page.locator(toggle).first()
      await untilOwnShown(own)
      if ((await control.count()) === 0) return keptUnless([`the page has no ${toggle}`])
      await page.evaluate(noteErrors)
      // A portal may have others, which stay.
      const places = ownPlaces(page, door)
      const all = await places.count()
      const counted = (isEnough: (count: number) => boolean) => until(() => places.count(), isEnough, patienceMs)
      let stands = true
      for (let time = 0; stands && time < TIMES; time += 1) {
        await control.click()
        if ((await counted((count) => count < all)) >= all) return keptUnless([`${toggle} takes nothing away`])
        await control.click()
        if ((await counted((count) => count >= all)) < all) return keptUnless([`${toggle} brings nothing back`])
        const { text, busy } = await untilOwnShown(own)
        stands = text !== '' && !busy
      }
      // The errors that the portal hears, and those in its console.
      const errors = await until(
        async () => [...(await page.evaluate(() => window.atalaiaRemountErrors)), ...tab.said(0)],
        (seen) => seen.length > 0,
        SETTLE_MS,
      )
      return keptUnless([...errors.map((code) => `it says ${code}`), ...(stands ? [] : ['it does not stand again'])])
    })
  },
}

/** For late errors. */
const SETTLE_MS = 500
