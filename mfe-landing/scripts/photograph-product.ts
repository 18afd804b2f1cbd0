import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { STORAGE_KEYS } from '@atalaia/contracts'
import { chromium, type Browser } from '@playwright/test'

const HELP = `npm run draw:product -- --url ADDRESS --email EMAIL --password PASSWORD
Photographs the dashboard of a running platform, as that account sees it, in a dark and in a light theme, into src/assets/dashboard-*.webp.`

const views = [
  { name: 'wide', viewport: { width: 1440, height: 812 }, scale: 1.5, chart: true },
  { name: 'narrow', viewport: { width: 390, height: 600 }, scale: 2, chart: false },
] as const
/** A theme of each light, with its file suffix. */
const lights = [
  { theme: 'dark', ending: '' },
  { theme: 'light', ending: '-light' },
] as const

const { values } = parseArgs({
  options: { url: { type: 'string' }, email: { type: 'string' }, password: { type: 'string' } },
})

const photograph = async (
  browser: Browser,
  { name, viewport, scale, chart }: (typeof views)[number],
  { theme, ending }: (typeof lights)[number],
): Promise<void> => {
  const { url = '', email = '', password = '' } = values
  const context = await browser.newContext({
    viewport,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [STORAGE_KEYS.theme, theme] as const)
  const page = await context.newPage()
  await page.goto(new URL('/login', url).href)
  await page.getByLabel('Usuário').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/app/main/analytics')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  // It is drawn once it is near the window.
  if (chart) await page.locator('.highcharts-root').first().waitFor()
  // Widgets show one control more under the pointer.
  await page.mouse.move(0, 0)
  // The chart draws its lines from left to right, also for those who want less motion.
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map((animation) => animation.finished))
  })
  const devtools = await context.newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 82,
    clip: { x: 0, y: 0, ...viewport, scale },
  })
  const file = fileURLToPath(new URL(`../src/assets/dashboard-${name}${ending}.webp`, import.meta.url))
  await writeFile(file, data, 'base64')
  await context.close()
}

if (!values.url || !values.email || !values.password) {
  process.stderr.write(`${HELP}\n`)
  process.exit(2)
}
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const view of views) for (const light of lights) await photograph(browser, view, light)
} finally {
  await browser.close()
}
