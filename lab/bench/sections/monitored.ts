import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PRODUCT_ROUTES, saoPauloDay } from '@atalaia/contracts'
import { openPostgres, useEmbedded, type Database, sql } from '@atalaia/database'
import { browserArgs, buildPackages, ensureBrowser, startPlatform, type Service } from '@atalaia/stack'
import { chromium, type Browser, type Page } from '@playwright/test'
import { int, object } from 'zod/mini'
import { DESKTOP, newVisitor, tokenOf, untilItStands } from '../dashboard/visit.ts'
import { runImport } from '../import/run-import.ts'
import type { Row, Section } from '../section.ts'
import { median, spread } from '../statistics.ts'

const FEW = 10
const MANY = 100_000
/** Within a statement's time limit. */
const ADDRESSES_AT_ONCE = 5000
const DEFAULT_VISITS = 7
const MAX_TIMES = 1.1
const PASSWORD = 'uma senha bem longa'
const LIST = `${PRODUCT_ROUTES.analytics}/enderecos`

const log = (line: string) => console.error(line)

type Account = { readonly email: string; readonly domain: string; readonly count: number }
const ACCOUNTS: readonly Account[] = [FEW, MANY].map((count) => {
  const domain = `com${count}.example`
  return { email: `ana@${domain}`, domain, count }
})

const withPlatform = async <Result>(dataDir: string, work: (url: string) => Promise<Result>): Promise<Result> => {
  const services: Service[] = []
  try {
    const { url } = await startPlatform({
      env: { ...process.env, LOG_LEVEL: 'warn', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '' },
      noDemo: true,
      onStarted: (service) => services.push(service),
    })
    return await work(url)
  } finally {
    for (const service of services.toReversed()) await service.stop()
  }
}

const signUp = async (url: string, { email }: Account): Promise<void> => {
  const answer = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`bench: sign-up of ${email}: ${answer.status} ${await answer.text()}`)
}

const fillSql = (
  email: string,
  domain: string,
  from: number,
  to: number,
) => sql`INSERT INTO monitored_address (organisation_id, address, added_at)
  SELECT (SELECT membership.organisation_id FROM membership JOIN account ON account.id = account_id WHERE email = ${email}),
    'p' || one || '@' || ${domain}, now() - interval '1 day' FROM generate_series(${from}::int, ${to}::int) AS one`

const fill = async (dataDir: string): Promise<number> => {
  const environment = { DATA_DIR: dataDir, DATABASE_URL: '' }
  const open = async (): Promise<Database> => {
    const { url, release } = await useEmbedded(dataDir, { user: 'leak-api', log })
    const database = await openPostgres(url)
    return { ...database, close: () => database.close().finally(release) }
  }
  const database = await open()
  try {
    for (const { email, domain, count } of ACCOUNTS)
      for (let from = 1; from <= count; from += ADDRESSES_AT_ONCE)
        await database.execute(fillSql(email, domain, from, Math.min(count, from + ADDRESSES_AT_ONCE - 1)))
    await database.script('ANALYZE')
  } finally {
    await database.close()
  }
  const file = join(dataDir, 'leak.txt')
  const lines = ACCOUNTS.flatMap(({ domain, count }) =>
    Array.from({ length: count }, (_, at) => `p${at + 1}@${domain}:${at % 3 === 0 ? '' : `word${at}`}`),
  )
  await writeFile(file, lines.join('\n'))
  const { seconds } = await runImport(file, environment)
  const after = await open()
  const [row] = await after.query(
    object({ found: int() }),
    sql`SELECT (SELECT count(*)::int FROM monitored_address WHERE leaks > 0 AND severity IS NOT NULL) AS found`,
  )
  await after.close()
  if (row?.found !== FEW + MANY) throw new Error(`bench: ${row?.found} addresses have a leak, not ${FEW + MANY}`)
  return seconds
}

declare global {
  interface Window {
    benchListed?: number
  }
}

const watchList = () => {
  const look = () => {
    if (document.querySelector('.analytics-list__table tbody tr') === null) return void requestAnimationFrame(look)
    window.benchListed = performance.now()
  }
  requestAnimationFrame(look)
}
const untilListed = async (page: Page): Promise<number> => {
  const found = await page.waitForFunction(() => window.benchListed)
  return Number(await found.jsonValue())
}

const SCREENS: readonly { readonly name: string; readonly path: string; time(page: Page): Promise<number> }[] = [
  { name: 'dashboard', path: PRODUCT_ROUTES.analytics, time: async (page) => (await untilItStands(page)).stands },
  { name: 'list of addresses', path: LIST, time: untilListed },
  { name: 'list by severity', path: `${LIST}?ordem=gravidade`, time: untilListed },
  { name: 'list of cases', path: `${PRODUCT_ROUTES.analytics}/casos`, time: untilListed },
  { name: 'list of a day', path: `${LIST}?dia=${saoPauloDay()}`, time: untilListed },
]

type Visitor = { readonly browser: Browser; readonly url: string; readonly token: string }

const visit = async ({ browser, url, token }: Visitor, { path, time }: (typeof SCREENS)[number]): Promise<number> => {
  const context = await newVisitor(browser, { url, token, screen: DESKTOP })
  try {
    await context.addInitScript(watchList)
    const page = await context.newPage()
    await page.goto(`${url}${path}`)
    return await time(page)
  } finally {
    await context.close()
  }
}

const text = (values: readonly number[]) => {
  const [low, high] = spread(values)
  return `${median(values).toFixed(0)} ms (${low.toFixed(0)} to ${high.toFixed(0)})`
}

const measure = async (browser: Browser, url: string, visits: number): Promise<Row[]> => {
  const tokens: string[] = []
  for (const { email } of ACCOUNTS) tokens.push(await tokenOf(url, { email, password: PASSWORD }))
  const rows: Row[] = []
  for (const screen of SCREENS) {
    const times: number[][] = tokens.map(() => [])
    for (let round = 0; round <= visits; round += 1) {
      log(`  ${screen.name}: visit ${round} of ${visits} …`)
      const turn = round % 2 === 0 ? [0, 1] : [1, 0]
      for (const at of turn) {
        const taken = await visit({ browser, url, token: tokens[at] ?? '' }, screen)
        // The first visit of each warms caches up.
        if (round > 0) times[at]?.push(taken)
      }
    }
    const [few = [], many = []] = times
    const ratio = median(many) / median(few)
    rows.push({
      what: `${screen.name}: ${MANY} addresses against ${FEW}`,
      value: `${text(many)} against ${text(few)}: ${ratio.toFixed(2)} times`,
      goal: `at most ${MAX_TIMES} times`,
      met: ratio <= MAX_TIMES,
      figures: [
        { name: `${screen.name} with ${FEW}`, unit: 'ms', values: few },
        { name: `${screen.name} with ${MANY}`, unit: 'ms', values: many },
      ],
    })
  }
  return rows
}

export const monitoredSection: Section = {
  name: 'monitored',
  run: async ({ visits = DEFAULT_VISITS }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atalaia-bench-'))
    const executablePath = await ensureBrowser(log)
    await buildPackages({ log })
    const browser = await chromium.launch({ executablePath, args: browserArgs() })
    try {
      await withPlatform(dataDir, async (url) => {
        for (const account of ACCOUNTS) await signUp(url, account)
      })
      log('  filling …')
      const seconds = await fill(dataDir)
      const rows = await withPlatform(dataDir, (url) => measure(browser, url, visits))
      const what = `import that touches ${MANY} addresses of one organisation, with numbers, severities and reports`
      return [...rows, { what, value: `${seconds.toFixed(1)} s` }]
    } finally {
      await browser.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}
