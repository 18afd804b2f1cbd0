import { join } from 'node:path'
import { LATE_FONT_ATTRIBUTE, STORAGE_KEYS, THEME_NAMES, TIME_ZONE } from '@atalaia/contracts'
import { browserArgs } from '@atalaia/stack'
import { chromium, type Browser, type Page } from '@playwright/test'
import { drawContactSheet } from './contact-sheet.ts'
import { screens, sizes, type Screen } from './screens.ts'

export type ScreenshotOptions = {
  readonly browser: string
  readonly url: string
  readonly folder: string
  readonly token: string
  readonly wanted: { readonly theme?: string; readonly screen?: string; readonly width?: string }
  readonly log: (line: string) => void
}

type Shot = { readonly theme: string; readonly size: (typeof sizes)[number]; readonly screen: Screen }

const fileOf = ({ screen, size, theme }: Shot) => `${screen.name}-${size.width}-${theme}.png`

const settled = (page: Page) => page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const take = async (browser: Browser, shot: Shot, options: ScreenshotOptions): Promise<void> => {
  const { theme, size, screen } = shot
  const items = { [STORAGE_KEYS.theme]: theme, ...(screen.guarded && { [STORAGE_KEYS.token]: options.token }) }
  const localStorage = Object.entries(items).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: size,
    locale: 'pt-BR',
    timezoneId: TIME_ZONE,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: options.url, localStorage }] },
  })
  const page = await context.newPage()
  await page.goto(options.url + screen.path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await settled(page)
  // A window as high as the page: what waits until it is near comes too, and what sticks is drawn once.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: size.width, height })
  await page.waitForFunction(() => document.querySelector('[role="img"] .ui-skeleton') === null)
  await settled(page)
  await page.waitForFunction((late) => !document.documentElement.hasAttribute(late), LATE_FONT_ATTRIBUTE)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })
  await twoFrames(page)
  const name = fileOf(shot)
  await page.screenshot({ path: join(options.folder, name), fullPage: true })
  await context.close()
  options.log(`  ${name}`)
}

const drawSheets = async (browser: Browser, shots: readonly Shot[], folder: string): Promise<void> => {
  const nameOf = ({ screen, size }: Shot) => `${screen.name}-${size.width}`
  for (const name of new Set(shots.map(nameOf))) {
    const group = shots.filter((shot) => nameOf(shot) === name)
    await drawContactSheet(browser, { name, files: group.map((shot) => join(folder, fileOf(shot))) }, folder)
  }
}

/** Takes all or wanted screens by theme and size; several themes add contact sheets. */
export const takeScreenshots = async (options: ScreenshotOptions): Promise<number> => {
  const { theme, screen, width } = options.wanted
  const shots = THEME_NAMES.filter((name) => !theme || name === theme)
    .flatMap((name) => sizes.map((size) => ({ theme: name, size })))
    .filter(({ size }) => !width || String(size.width) === width)
    .flatMap((shot) =>
      screens.filter(({ name }) => !screen || name === screen).map((found) => ({ ...shot, screen: found })),
    )
  const browser = await chromium.launch({ executablePath: options.browser, args: browserArgs() })
  try {
    for (const shot of shots) await take(browser, shot, options)
    if (!theme) await drawSheets(browser, shots, options.folder)
  } finally {
    await browser.close()
  }
  return shots.length
}
