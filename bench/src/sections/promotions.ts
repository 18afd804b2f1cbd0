import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserArgs, buildPackages, ensureBrowser, startPlatform, type Service } from '@atalaia/stack'
import { chromium, type Page } from '@playwright/test'
import { publishEditions } from '../dashboard/next-version.ts'
import { DASHBOARD, DESKTOP, newVisitor, tokenOf, untilItStands } from '../dashboard/visit.ts'
import { CHANGED_TITLE, type Edition } from '../opponents/webpack-build.ts'
import type { Row, Section } from '../section.ts'
import { quantile } from '../statistics.ts'

const PROMOTIONS = 200
const GOAL_MS = 300

const titles: Readonly<Record<Edition, string>> = { current: CHANGED_TITLE.text, next: CHANGED_TITLE.by }

const log = (line: string) => console.error(line)

/** Reloads the page, and waits until the remote's own heading stands there: the waiting page has one from the descriptor. */
const reloadUntil = async (page: Page, title: string): Promise<void> => {
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(
    (words) =>
      document.querySelector('[data-waiting]') === null && document.querySelector('h1')?.textContent?.includes(words),
    title,
    { polling: 'raf', timeout: 30_000 },
  )
}

const rowOf = (what: string, values: readonly number[], goal = false): Row => ({
  what: `${what}: p50, p99, slowest`,
  value: [0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(0)).join(', ') + ' ms',
  figures: [{ name: what, unit: 'ms', values }],
  ...(goal && { goal: `p99 under ${GOAL_MS} ms`, met: quantile(values, 0.99) < GOAL_MS }),
})

const run = async (): Promise<Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atalaia-bench-'))
  const services: Service[] = []
  const executablePath = await ensureBrowser(log)
  await buildPackages({ log })
  const browser = await chromium.launch({ executablePath, args: browserArgs() })
  try {
    const { url, demo } = await startPlatform({
      env: { ...process.env, LOG_LEVEL: 'warn', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
      noDemo: false,
      onStarted: (service) => services.push(service),
    })
    if (!demo) throw new Error('there is no demonstration account: take NODE_ENV=production away')
    const { promote } = await publishEditions({ url, dataDir })
    const context = await newVisitor(browser, { url, token: await tokenOf(url, demo), screen: DESKTOP })
    const page = await context.newPage()
    await page.goto(url + DASHBOARD)
    await untilItStands(page)
    const [answered, seen]: [number[], number[]] = [[], []]
    for (let at = 0; at < PROMOTIONS; at += 1) {
      const edition = at % 2 === 0 ? 'next' : 'current'
      const began = performance.now()
      await promote(edition)
      answered.push(performance.now() - began)
      await reloadUntil(page, titles[edition])
      seen.push(performance.now() - began)
    }
    return [
      rowOf(`the answer to an order to promote, ${PROMOTIONS} orders`, answered),
      rowOf('… a page that is reloaded then shows the promoted version, from the order on', seen, true),
    ]
  } finally {
    await browser.close()
    for (const service of services.toReversed()) await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The time from an order to promote a version until a reloaded page shows it. */
export const promotionsSection: Section = { name: 'promotions', run }
