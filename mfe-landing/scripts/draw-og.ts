import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { ogPicture } from './og-picture.ts'

/** Draws src/assets/og.png for social networks: `npm run draw:og` (`CHROMIUM` names the browser). */
const fontFile = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const font = await readFile(fileURLToPath(fontFile), 'base64')
const target = fileURLToPath(new URL('../src/assets/og.png', import.meta.url))

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await page.setContent(ogPicture(`data:font/woff2;base64,${font}`))
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: target })
} finally {
  await browser.close()
}
