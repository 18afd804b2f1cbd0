import { fallbackVersionsKey, SESSION_COOKIE, STORAGE_KEYS } from '@atalaia/contracts'
import { analyticsPage, analyticsPath } from '../../pages/analytics-page.ts'
import { expect, factsPath, test } from '../../testing/failure-test.ts'
import { NAME, startFaultGateway, type FaultGateway } from '../../testing/fault-gateway.ts'
import type { Fault } from '../../testing/fault-proxy.ts'
import { faultPages, type FaultRow } from '../../testing/fault-table.ts'
import { failureOf, inBoth, shownIn, visit, type BrowserState } from '../../testing/fault-visit.ts'
import type { VariantOptions } from '../../testing/remote-variant.ts'

const OLDER = '1.0.0'
type Refusal = { readonly reasons: readonly { readonly code: string }[] }
/** Browsers that repeat the first's report: with two real ones enough for a verdict (M-ROLLBACK-1). */
const OTHERS = 18

type RemoteFault = {
  readonly fault: string
  readonly way?: readonly [file: string, fault: Fault]
  readonly variant?: Omit<VariantOptions, 'version'>
  readonly throws?: 'activate' | 'render'
}

const fileOf = (version: string, file: string) => new RegExp(`/${NAME}/${version}/${file}`)
const status = (code: number): Fault => ({ kind: 'status', status: code })
const entryOf = {
  files: ({ artifact }) => ({ [artifact.entry]: 'this is (not JavaScript' }),
} satisfies RemoteFault['variant']
const sharing = {
  edit: (descriptor) => {
    const shared = [{ name: 'react', version: '99.0.0', requiredVersion: '^99.0.0' }]
    return { ...descriptor, artifact: { ...descriptor.artifact, shared } }
  },
} satisfies RemoteFault['variant']

const faults: readonly RemoteFault[] = [
  { fault: 'entry: 404', way: ['remote-entry', status(404)] },
  { fault: 'entry: 500', way: ['remote-entry', status(500)] },
  { fault: 'entry: hangs', way: ['remote-entry', { kind: 'hang' }] },
  { fault: 'entry: cut off half-way', way: ['remote-entry', { kind: 'truncate' }] },
  { fault: 'entry: one byte changed', way: ['remote-entry', { kind: 'corrupt' }] },
  { fault: 'entry: another content type', way: ['remote-entry', { kind: 'type', contentType: 'text/plain' }] },
  { fault: 'entry: a syntax error', variant: entryOf },
  { fault: '`activate` throws', throws: 'activate' },
  { fault: 'the screen throws', throws: 'render' },
  { fault: 'chunk of the screen: gone', way: ['route-facts[^/]*js', status(404)] },
  { fault: 'styles of the screen: gone', way: ['route-facts[^/]*css', status(404)] },
  { fault: 'built for another contract', variant: { edit: (descriptor) => ({ ...descriptor, contract: '^9.0.0' }) } },
  { fault: 'shared module out of range', variant: sharing },
]

const failuresOf = async (stage: FaultGateway, version: string): Promise<string> => {
  const line = new RegExp(`_failures_total\\{remote="${NAME}",version="${version}",phase="([^"]+)"\\} (\\d+)`, 'g')
  const found = (await stage.read('/-/metrics')).matchAll(line)
  return [...found].map(([, phase, count]) => `${count} failures in \`${phase}\``).join(', ')
}

const promoteAnyway = async (stage: FaultGateway, version: string): Promise<string> => {
  const answer = await stage.promote(version)
  if (answer.ok) return ''
  const { reasons }: Refusal = await answer.json()
  const forced = await stage.promote(version, { force: true, why: 'to see what happens' })
  expect(forced.status, await forced.text()).toBe(200)
  return `refuses the promotion (${reasons.map(({ code }) => `\`${code}\``).join(', ')}); forced, `
}

// Rule: M-FALLBACK-2, M-FALLBACK-11, M-FALLBACK-12, M-FAIL-4, M-FAIL-6, M-REPORT-9
test('each fault, in a browser that knows an older version and in one that comes for the first time', async ({
  browser,
  stack,
  account,
  consoleGuard,
}) => {
  consoleGuard.allow(/./, 'the faults that are tested')
  const stage = await startFaultGateway(stack.url)
  const { hostname: domain } = new URL(stage.url)
  const session = { name: SESSION_COOKIE, value: '1', domain, path: '/', expires: -1, httpOnly: false, secure: false }
  const first: BrowserState = {
    cookies: [{ ...session, sameSite: 'Lax' }],
    origins: [{ origin: stage.url, localStorage: [{ name: STORAGE_KEYS.token, value: account.token }] }],
  }
  await stage.publish(OLDER)
  expect((await stage.promote(OLDER)).status).toBe(200)
  const earlier = await visit(browser, first, stage.url + factsPath)
  expect(await shownIn(earlier)).toBe(OLDER)
  await expect
    .poll(() => earlier.page.evaluate((key) => localStorage.getItem(key), fallbackVersionsKey(NAME)))
    .toContain(OLDER)
  const known = await earlier.page.context().storageState()
  await earlier.close()
  const others = await stage.cookies(OTHERS)
  const rows: FaultRow[] = []

  for (const [at, { fault, way, variant, throws }] of faults.entries()) {
    const version = `1.${at + 1}.0`
    await test.step(fault, async () => {
      const key = `fixture:fault:${version}`
      const replace = [{ in: /^remote\..*js$/, text: 'fixture:fault', by: key }]
      await stage.publish(version, { ...variant, ...(throws && { replace }) })
      const refused = await promoteAnyway(stage, version)
      if (way) stage.proxy.fail(fileOf(version, way[0]), way[1])
      const throwing = ({ cookies, origins }: BrowserState): BrowserState => ({
        cookies,
        origins: origins.map(({ origin, localStorage: items }) => ({
          origin,
          localStorage: [...items, ...(throws ? [{ name: key, value: throws }] : [])],
        })),
      })
      const visits = await Promise.all(
        [known, first].map((state) => visit(browser, throwing(state), stage.url + factsPath)),
      )
      const [knownShows = '', firstShows = ''] = await inBoth(visits, shownIn)
      // What hangs is reported once it is known how it ends: here its server cuts the connection, and any further one.
      stage.proxy.mend()
      if (way?.[1].kind === 'hang') stage.proxy.fail(fileOf(version, way[0]), { kind: 'drop' })
      const [body = ''] = await inBoth(visits, failureOf)
      await expect.poll(() => failuresOf(stage, version)).toMatch(/^2 /)
      const operator = await failuresOf(stage, version)
      await Promise.all(visits.map(({ close }) => close()))
      stage.proxy.mend()
      for (const cookie of others) await stage.report(cookie, body)
      const move = await stage.lastMove()
      expect(move, fault).toMatchObject({ action: 'rollback', who: 'gateway', version: OLDER })
      rows.push({
        fault,
        known: knownShows,
        first: firstShows,
        operator,
        gateway: `${refused}takes it back: ${move.why}`,
      })
    })
  }

  await test.step('the API is down', async () => {
    stage.api.fail(/^\/(api\/|healthz)/, { kind: 'drop' })
    const visits = await Promise.all([known, first].map((state) => visit(browser, state, stage.url + analyticsPath)))
    const seen = await inBoth(visits, async ({ page }) => {
      await expect(analyticsPage(page).heading).toBeVisible()
      await expect(page.getByRole('button', { name: 'Carregar de novo' })).toHaveCount(1)
      await expect(page.getByText('0', { exact: true })).toHaveCount(0)
      return 'the dashboard without numbers, and a button to load them'
    })
    const health = JSON.parse(await stage.read('/healthz'))
    const code = await stage.status('/api/emails')
    await Promise.all(visits.map(({ close }) => close()))
    stage.api.mend()
    const operator = `\`/healthz\`: ${health.status}, api ${health.api}`
    rows.push({
      fault: 'the API is down',
      known: seen[0] ?? '',
      first: seen[1] ?? '',
      operator,
      gateway: `answers calls with ${code}, and still serves pages`,
    })
  })

  await test.step('the shell is broken', async () => {
    stage.proxy.fail(/\/shell\/main\./, { kind: 'corrupt' })
    const visits = await Promise.all([known, first].map((state) => visit(browser, state, stage.url + factsPath)))
    const seen = await inBoth(visits, async ({ page }) => {
      await expect(page.getByRole('heading', { name: 'Não foi possível iniciar a página' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Recarregar a página' })).toBeVisible()
      return 'that the page could not start, and a link that loads it again'
    })
    const counted = async () =>
      /^atalaia_shell_failures_total\{[^}]*\} (\d+)$/m.exec(await stage.read('/-/metrics'))?.[1]
    await expect.poll(counted).toBe('2')
    const operator = `${await counted()} in \`atalaia_shell_failures_total\``
    await Promise.all(visits.map(({ close }) => close()))
    stage.proxy.mend()
    rows.push({
      fault: 'a file of the shell: one byte changed',
      known: seen[0] ?? '',
      first: seen[1] ?? '',
      operator,
      gateway: 'counts it',
    })
  })

  await stage.stop()
  for (const { fault, known: seen, first: seenFirst } of rows.slice(0, faults.length))
    expect([seen, seenFirst], fault).toEqual([OLDER, OLDER])
  const { seen, said } = await faultPages(rows)
  expect(seen).toBe(said)
})
