import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser } from '@playwright/test'

export type ContactSheet = { readonly name: string; readonly files: readonly string[] }

const COLUMNS = 3
const figure = (file: string): string => {
  const source = `data:image/png;base64,${readFileSync(file, 'base64')}`
  return `<figure><img src="${source}" alt=""><figcaption>${basename(file, '.png')}</figcaption></figure>`
}

/** Collects screenshots in `sheet-<name>.png` for a first look. */
export const drawContactSheet = async (
  browser: Browser,
  { name, files }: ContactSheet,
  folder: string,
): Promise<void> => {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  await page.setContent(`<!doctype html><style>
    body { display: grid; grid-template-columns: repeat(${COLUMNS}, 1fr); gap: 16px; margin: 16px; background: #808080; font: 12px sans-serif }
    figure { margin: 0 } img { width: 100%; max-height: 620px; object-fit: cover; object-position: top }
  </style>${files.map(figure).join('')}`)
  await page.screenshot({ path: join(folder, `sheet-${name}.png`), fullPage: true })
  await page.close()
}
