import axe, { type RunOptions } from 'axe-core'
import { DEFAULT_THEME } from '@atalaia/contracts'
import { expect, type Page } from '@playwright/test'
import { inEachTheme, wear } from './themes.ts'

const ALL_RULES = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
}

const COLOUR_RULES = { runOnly: ['color-contrast', 'link-in-text-block'] }

export const expectAccessible = (page: Page, where: string): Promise<void> => expectNothing(page, where, ALL_RULES)

/**
 * Rules of colour, for further themes of a checked state: a theme sets only colours
 * (shared/ui/src/contrast.test.ts).
 */
export const expectReadable = (page: Page, where: string): Promise<void> => expectNothing(page, where, COLOUR_RULES)

/** Every rule in the default theme, rules of colour in all others. */
export const expectAccessibleIn = (theme: string, page: Page, where = theme): Promise<void> =>
  theme === DEFAULT_THEME ? expectAccessible(page, where) : expectReadable(page, where)

export const expectAccessibleInDarkAndLight = async (page: Page, where: string): Promise<void> => {
  await expectAccessible(page, `${where}, dark`)
  await wear(page, 'light')
  await expectReadable(page, `${where}, light`)
  await wear(page, 'dark')
}

export const expectAccessibleInEachTheme = (page: Page, where = 'page'): Promise<void> =>
  inEachTheme(page, (theme) => expectAccessibleIn(theme, page, `${where}, ${theme}`))

export const expectPartAccessibleInEachTheme = (page: Page, part: string, where: string): Promise<void> =>
  inEachTheme(page, (theme) => expectPartAccessibleIn(theme, page, part, `${where}, ${theme}`))

/**
 * Checks a state that differs from a checked state by `part`. Default theme: the whole page; all
 * others: the part.
 */
export const expectPartAccessibleIn = (theme: string, page: Page, part: string, where: string): Promise<void> =>
  theme === DEFAULT_THEME ? expectAccessible(page, where) : expectNothing(page, where, COLOUR_RULES, part)

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
