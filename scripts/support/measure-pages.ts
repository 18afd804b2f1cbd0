import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { browserArgs, freePort } from '@atalaia/stack'
import { chromium, type BrowserContext } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'

export type MeasureOptions = {
  readonly browser: string
  readonly url: string
  readonly account: { readonly email: string; readonly password: string }
  /** The folder for the whole reports. */
  readonly folder: string
  readonly runs: number
  /** One of the pages' names; all of them by default. */
  readonly page: string | undefined
  readonly log: (line: string) => void
}

const pages = [
  { name: 'landing', path: '/', guarded: false },
  { name: 'login', path: PRODUCT_ROUTES.login, guarded: false },
  { name: 'dashboard', path: PRODUCT_ROUTES.analytics, guarded: true },
] as const

const scores = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = ['cumulative-layout-shift', 'largest-contentful-paint', 'total-blocking-time'] as const

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const logIn = async (context: BrowserContext, { url, account }: MeasureOptions): Promise<void> => {
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('Usuário').fill(account.email)
  await page.getByLabel('Senha', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/app/main/analytics')
  await page.close()
}

/** The audits that failed, which explain a score under 100. */
const shortcomings = (result: Result): string[] =>
  scores
    .filter((category) => category !== 'performance')
    .flatMap((category) => result.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && result.audits[id]?.score === 0)
    .map(({ id }) => `${id}: ${result.audits[id]?.title}`)

const describe = (name: string, results: readonly Result[]): string => {
  const ofScores = scores.map((id) =>
    Math.round(median(results.map(({ categories }) => categories[id]?.score ?? 0)) * 100),
  )
  const ofMetrics = metrics.map((id) => median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)))
  const [shift = Number.NaN, paint = Number.NaN, blocking = Number.NaN] = ofMetrics
  return `| ${[name, ...ofScores, shift.toFixed(3), `${(paint / 1000).toFixed(2)} s`, `${blocking.toFixed(0)} ms`].join(' | ')} |`
}

/** Runs Lighthouse on each page, in one browser with the session that a person has there; prints the medians. */
export const measurePages = async (options: MeasureOptions): Promise<void> => {
  const { browser, url, folder, runs, log } = options
  const profile = mkdtempSync(join(tmpdir(), 'atalaia-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser,
    args: [...browserArgs(), `--remote-debugging-port=${port}`],
  })
  try {
    log('| page | performance | accessibility | best practices | SEO | CLS | LCP | TBT |')
    log('| ---- | ----------- | ------------- | -------------- | --- | --- | --- | --- |')
    for (const { name, path, guarded } of pages.filter((each) => !options.page || each.name === options.page)) {
      if (guarded) await logIn(context, options)
      const results: Result[] = []
      for (let run = 1; run <= runs; run += 1) {
        const outcome = await lighthouse(url + path, { port, output: ['html', 'json'], logLevel: 'error' })
        const failure = outcome?.lhr.runtimeError
        if (!outcome || failure) throw new Error(`${path}: Lighthouse gave no result: ${failure?.message ?? ''}`)
        const [html = '', json = ''] = [outcome.report].flat()
        writeFileSync(join(folder, `${name}-${run}.html`), html)
        writeFileSync(join(folder, `${name}-${run}.json`), json)
        results.push(outcome.lhr)
      }
      log(describe(name, results))
      for (const line of new Set(results.flatMap(shortcomings))) log(`  ${line}`)
    }
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
