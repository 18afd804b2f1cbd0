import axe, { type RunOptions } from 'axe-core'
import { DEFAULT_THEME } from '@atalaia/contracts'
import { expect, type Page } from '@playwright/test'
import { inEachTheme, wear } from './themes.ts'

/** WCAG 2.2 A and AA with the rules that axe leaves off by default, and axe's own good practice. */
const ALL_RULES = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
}

/** The rules of axe that read a colour: of its category `cat.color`, those of level A and AA. */
const COLOUR_RULES = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Every rule of axe holds for the page as it stands. Fails with each rule broken, where, and how to mend it. */
export const expectAccessible = (page: Page, where: string): Promise<void> => expectNothing(page, where, ALL_RULES)

/**
 * The rules of colour hold for the page as it stands. For the other themes of a state that `expectAccessible` has
 * looked at: a theme sets colours alone (shared/ui/src/contrast.test.ts).
 */
export const expectReadable = (page: Page, where: string): Promise<void> => expectNothing(page, where, COLOUR_RULES)

/** A state of a page in a theme: every rule in the default theme, the rules of colour in the others. */
export const expectAccessibleIn = (theme: string, page: Page, where = theme): Promise<void> =>
  theme === DEFAULT_THEME ? expectAccessible(page, where) : expectReadable(page, where)

/** The page as it stands: every rule in the dark theme, the rules of colour in the light one. Leaves it in the dark one. */
export const expectAccessibleInDarkAndLight = async (page: Page, where: string): Promise<void> => {
  await expectAccessible(page, `${where}, dark`)
  await wear(page, 'light')
  await expectReadable(page, `${where}, light`)
  await wear(page, 'dark')
}

/** The page as it stands, in each theme ({@link expectAccessibleIn}). */
export const expectAccessibleInEachTheme = (page: Page, where = 'page'): Promise<void> =>
  inEachTheme(page, (theme) => expectAccessibleIn(theme, page, `${where}, ${theme}`))

/** The page as it stands with `part` shown, in each theme ({@link expectPartAccessibleIn}). */
export const expectPartAccessibleInEachTheme = (page: Page, part: string, where: string): Promise<void> =>
  inEachTheme(page, (theme) => expectPartAccessibleIn(theme, page, part, `${where}, ${theme}`))

/**
 * The same for a state that shows `part` and is otherwise one that was looked at in this theme: in the default theme the
 * whole page, because opening a part may break the rest of it, in the others the part alone.
 */
export const expectPartAccessibleIn = (theme: string, page: Page, part: string, where: string): Promise<void> =>
  theme === DEFAULT_THEME ? expectAccessible(page, where) : expectNothing(page, where, COLOUR_RULES, part)

/**
 * Runs in the page: waits until nothing fades or moves in any more, because half faded text has too little contrast. What
 * ends may start the next: an inherited colour changes in a child after it has changed in its parent. Chromium's document leaves out what
 * moves in shadow roots. A toast's ten seconds are
 * a clock and no change of state, and what is inside of a closed `<details>` is shown nowhere, so that Chromium never ends it.
 */
const untilStill = async (): Promise<void> => {
  const LONGEST_MS = 2000
  for (;;) {
    const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    const running = [document, ...shadows]
      .flatMap((root) => root.getAnimations())
      .filter(({ playState, effect }) => {
        if (playState !== 'running' || !(effect instanceof KeyframeEffect)) return false
        const isShort = Number(effect.getComputedTiming().endTime) <= LONGEST_MS
        return isShort && effect.target?.checkVisibility() === true
      })
    if (running.length === 0) return
    await Promise.allSettled(running.map(({ finished }) => finished))
  }
}

/**
 * Runs in the page: what axe finds in `part`, or in all of the page, with each place and how to mend it. axe's own builder for
 * Playwright brings back what is in order, too, and takes a fifth more of the processor's time.
 */
const lookFor = async ({ options, part }: { options: RunOptions; part: string | undefined }): Promise<string[]> => {
  const { violations } = await window.axe.run(part ?? document, options)
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(' | ')}`,
  )
}

const expectNothing = async (page: Page, where: string, options: RunOptions, part?: string): Promise<void> => {
  await page.evaluate(untilStill)
  // axe looks into the frames that have it, too. One that an earlier look has put there is used again.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source)
  }
  expect(await page.evaluate(lookFor, { options, part }), where).toEqual([])
}
