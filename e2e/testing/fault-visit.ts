import { GATEWAY_ADDRESSES } from '@atalaia/contracts'
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { shell } from '../pages/shell.ts'

export type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>

export type Visit = {
  readonly page: Page
  readonly reports: readonly string[]
  readonly sawPanel: () => Promise<boolean>
  readonly close: () => Promise<void>
}

export const visit = async (browser: Browser, storageState: BrowserState, address: string): Promise<Visit> => {
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(GATEWAY_ADDRESSES.reports)) reports.push(request.postData() ?? '')
  })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.shell-failure')) document.documentElement.dataset['sawPanel'] = ''
    }).observe(document, { childList: true, subtree: true })
  })
  // A preloaded file that hangs keeps the load event away.
  await page.goto(address, { waitUntil: 'commit' })
  return {
    page,
    reports,
    sawPanel: () => page.evaluate(() => document.documentElement.dataset['sawPanel'] !== undefined),
    close: () => context.close(),
  }
}

export const shownIn = async ({ page, sawPanel }: Visit): Promise<string> => {
  const facts = page.getByRole('note', { name: 'Sessão' })
  await expect(facts.or(shell(page).failure)).toBeVisible()
  await expect(shell(page).navigation).toBeVisible()
  if (await shell(page).failure.isVisible()) return 'the panel'
  const [, version = 'an unknown version'] = /"version":"([\d.]+)"/.exec(await facts.innerText()) ?? []
  return `${version}${(await sawPanel()) ? ', after the panel' : ''}`
}

/** Report of a failure, sent as if the person left. */
export const failureOf = async ({ page, reports }: Visit): Promise<string> => {
  const told = () => reports.find((body) => body.includes('"outcome":"failed"'))
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('pagehide')))
      return told()
    })
    .toBeDefined()
  return told() ?? ''
}

export const inBoth = async <Result>(visits: readonly Visit[], look: (visit: Visit) => Promise<Result>) =>
  Promise.all(visits.map(look))
