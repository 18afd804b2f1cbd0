import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PRODUCT_ROUTES, sourceDescriptorSchema, STORAGE_KEYS } from '@atalaia/contracts'
import { browserArgs, freePort, root } from '@atalaia/stack'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'

export type MeasureOptions = {
  readonly browser: string
  readonly url: string
  readonly account: { readonly email: string; readonly password: string }
  readonly folder: string
  readonly runs: number
  /** A page's name, or `kit` for all kit pages. Default: the product's pages. */
  readonly page: string | undefined
  readonly log: (line: string) => void
}

type MeasuredPage = {
  readonly name: string
  readonly path: string
  readonly guarded: boolean
  readonly goal: number
}

const productPages: readonly MeasuredPage[] = [
  { name: 'landing', path: '/', guarded: false, goal: 99 },
  { name: 'login', path: PRODUCT_ROUTES.login, guarded: false, goal: 99 },
  { name: 'dashboard', path: PRODUCT_ROUTES.analytics, guarded: true, goal: 98 },
]

const kitPages = (): readonly MeasuredPage[] => {
  const file = join(root, 'mfe-template-kit', 'remote.json')
  const { routes } = sourceDescriptorSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return routes.map(({ id, path }) => ({ name: id, path, guarded: true, goal: 90 }))
}

const pagesOf = (wanted: string | undefined): readonly MeasuredPage[] => {
  if (wanted === undefined) return productPages
  if (wanted === 'kit') return kitPages()
  const found = [...productPages, ...kitPages()].filter(({ name }) => name === wanted)
  if (found.length === 0) throw new Error(`--page ${wanted}: no such page`)
  return found
}

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
  await forgetFont(page)
  await page.close()
}

/** Lighthouse only empties the cache: a browser without the font does not know it (M-SPEED-7). */
const forgetFont = async (page: Page): Promise<void> => {
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, STORAGE_KEYS.font)
  await page.evaluate((key) => localStorage.removeItem(key), STORAGE_KEYS.font)
}

const shortcomings = (result: Result): string[] =>
  scores
    .filter((category) => category !== 'performance')
    .flatMap((category) => result.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && result.audits[id]?.score === 0)
    .map(({ id }) => `${id}: ${result.audits[id]?.title}`)

const performanceFaults = ({ audits, categories }: Result): string[] => {
  const refs = categories['performance']?.auditRefs ?? []
  const weak = refs.flatMap(({ id, weight }) => {
    const { score, displayValue, title } = audits[id] ?? {}
    return weight > 0 && typeof score === 'number' && score < 0.9
      ? [`${title}: ${displayValue} (${score * 100} points)`]
      : []
  })
  const savings = Object.values(audits).flatMap(({ title, displayValue = '', metricSavings = {} }) => {
    const saved = Math.max(0, ...Object.values(metricSavings).map(Number))
    return saved >= MIN_SAVING_MS ? [{ text: `${title}: ${displayValue} (${saved} ms)`, saved }] : []
  })
  return [
    ...weak,
    ...savings
      .toSorted((a, b) => b.saved - a.saved)
      .slice(0, 3)
      .map(({ text }) => text),
  ]
}

const MIN_SAVING_MS = 50

const describe = (name: string, results: readonly Result[]): string => {
  const ofScores = scores.map((id) =>
    Math.round(median(results.map(({ categories }) => categories[id]?.score ?? 0)) * 100),
  )
  const ofMetrics = metrics.map((id) => median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)))
  const [shift = Number.NaN, paint = Number.NaN, blocking = Number.NaN] = ofMetrics
  return `| ${[name, ...ofScores, shift.toFixed(3), `${(paint / 1000).toFixed(2)} s`, `${blocking.toFixed(0)} ms`].join(' | ')} |`
}

/** Uses one browser and its session; prints medians. Returns pages that miss their performance goal. */
export const measurePages = async (options: MeasureOptions): Promise<readonly string[]> => {
  const pages = pagesOf(options.page)
  const missed: string[] = []
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
    let loggedIn = false
    for (const { name, path, guarded, goal } of pages) {
      if (guarded && !loggedIn) await logIn(context, options)
      loggedIn ||= guarded
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
      const points = median(results.map(({ categories }) => (categories['performance']?.score ?? 0) * 100))
      if (Math.round(points) >= goal) continue
      missed.push(name)
      log(`  performance is below its goal of ${goal}:`)
      for (const line of new Set(results.slice(0, 1).flatMap(performanceFaults))) log(`    ${line}`)
    }
    return missed
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
