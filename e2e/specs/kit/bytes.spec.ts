import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { descriptorSchema } from '@atalaia/contracts'
import { root } from '@atalaia/stack'
import type { Page } from '@playwright/test'
import { analyticsPage, analyticsPath } from '../../pages/analytics-page.ts'
import { shell } from '../../pages/shell.ts'
import { createFilledAccount } from '../../testing/filled-account.ts'
import { writeGrownRemotes } from '../../testing/grown-remotes.ts'
import { expect, test } from '../../testing/test.ts'
import { fontShown } from '../../testing/themes.ts'

const withoutKit = ['mfe-analytics', 'mfe-auth', 'mfe-landing'].map((name) => join(root, name, 'dist')).join(',')

const loaded = async (page: Page, url: string): Promise<readonly string[]> => {
  const files: Promise<string>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css|woff2)$/.test(pathname))
      files.push(response.body().then((body) => `${pathname} ${String(body.byteLength)}`))
  })
  // The shell fetches what signed-in pages show later once the page stands, at a time of its own.
  const lines = page.waitForResponse(/\/shell\/signed-in\./)
  await page.goto(`${url}${analyticsPath}`)
  // The last thing that the remote fetches is what draws the chart, once it comes into the window.
  await analyticsPage(page).chart.scrollIntoViewIfNeeded()
  await expect(analyticsPage(page).chart.locator('svg.highcharts-root')).toBeVisible()
  await fontShown(page)
  await lines
  page.removeAllListeners('response')
  return [...new Set(await Promise.all(files))].toSorted()
}

// Rule: M-SPEED-2
test('the dashboard takes the same bytes with and without the kit published', async ({
  page,
  stack,
  signIn,
  startOwnGateway,
}) => {
  const [whole, bare] = await Promise.all([startOwnGateway(), startOwnGateway({ env: { REMOTES: withoutKit } })])
  const { token } = await createFilledAccount(stack)
  await signIn({ origin: whole.url, token })
  const withKit = await loaded(page, whole.url)
  await signIn({ origin: bare.url, token })
  expect(await loaded(page, bare.url)).toEqual(withKit)
  expect(withKit.length).toBeGreaterThan(3)
  expect(withKit.filter((file) => file.includes('mfe-template-kit'))).toEqual([])
})

// Rule: P-HEADER-8, M-RELEASE-17, M-RELEASE-18
test('the sidebar has the kit only where the operator says so, also where remotes are in an index', async ({
  page,
  signIn,
  startOwnGateway,
}) => {
  await signIn()
  await page.goto('/app/profile')
  await expect(shell(page).link('Dashboard')).toBeVisible()
  await expect(shell(page).link('Formulários')).toHaveCount(0)
  const grown = await writeGrownRemotes(60)
  const showing = await startOwnGateway({ env: { SIDEBAR_DEMO: 'on' }, remotes: grown.folders })
  await signIn({ origin: showing.url })
  const index = page.waitForResponse(/\/-\/indexes\//)
  await page.goto(`${showing.url}/app/profile`)
  await expect(shell(page).link('Formulários')).toBeVisible()
  await expect(shell(page).link('Icons')).toBeVisible()
  expect((await index).status()).toBe(200)
  await expect(shell(page).link('Crescida 59')).toBeVisible()
  // Neither the page nor the login page has this remote.
  await shell(page).link('Dashboard').click()
  await expect(analyticsPage(page).heading).toBeVisible()
  await grown.remove()
})

const MAX_BYTES = 350_000

test('no route of the kit takes more than 350,000 bytes beyond what is shared', async ({ stack }) => {
  const text = await readFile(join(root, 'mfe-template-kit/dist/remote.json'), 'utf8')
  const { name, version, artifact, routes } = descriptorSchema.parse(JSON.parse(text))
  const sizes = new Map<string, Promise<number>>()
  const size = async (file: string): Promise<number> => {
    const answer = await fetch(`${stack.url}/remotes/${name}/${version}/${file}`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'br' },
    })
    expect(answer.status, file).toBe(200)
    return Number(answer.headers.get('content-length'))
  }
  const bytesOf = async (files: readonly string[]): Promise<number> => {
    for (const file of files) if (!sizes.has(file)) sizes.set(file, size(file))
    const all = await Promise.all(files.map((file) => sizes.get(file)))
    return all.reduce<number>((sum, bytes = 0) => sum + bytes, 0)
  }
  for (const { id, path } of routes) {
    const files = artifact.routeFiles[id] ?? []
    expect(files, path).toContainEqual(expect.stringContaining(`route-${id}`))
    const bytes = await bytesOf(files.filter((file) => file !== artifact.entry))
    expect(bytes, path).toBeGreaterThan(1000)
    expect(bytes, path).toBeLessThanOrEqual(MAX_BYTES)
  }
})
