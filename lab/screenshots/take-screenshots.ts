import { join } from 'node:path'
import { THEME_NAMES } from '@atalaia/contracts'
import { browserArgs } from '@atalaia/stack'
import { chromium, type Browser } from '@playwright/test'
import { drawContactSheet } from './contact-sheet.ts'
import { openPage, pageAtRest } from './open-page.ts'
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

const take = async (browser: Browser, shot: Shot, options: ScreenshotOptions): Promise<void> => {
  const { theme, size, screen } = shot
  const page = await openPage(browser, {
    url: options.url,
    path: screen.path,
    size,
    theme,
    ...(screen.guarded && { token: options.token }),
  })
  // A window as high as the page: what waits until it is near comes too, and what sticks is drawn once.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: size.width, height })
  await page.waitForFunction(() => document.querySelector('[role="img"] .ui-skeleton') === null)
  await pageAtRest(page)
  const name = fileOf(shot)
  await page.screenshot({ path: join(options.folder, name), fullPage: true })
  await page.context().close()
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
