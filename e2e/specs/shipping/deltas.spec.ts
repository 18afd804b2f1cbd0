import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { analyticsPage, analyticsPath } from '../../pages/analytics-page.ts'
import { createFilledAccount } from '../../testing/filled-account.ts'
import { logMove } from '../../testing/log-move.ts'
import { expect, test } from '../../testing/shipping-test.ts'
import { fontShown } from '../../testing/themes.ts'

const name = 'mfe-analytics'
const title = 'Analises - Ativos Empresariais'
const titled = (version: string) => ({ in: /^(route-analytics|\d+)\..*js$/, text: title, by: `${title} ${version}` })

type Loaded = { readonly path: string; readonly coding: string | undefined; bytes: number }

const watchNetwork = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const seen = new Map<string, Loaded>()
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const headers = new Map(Object.entries(response.headers).map(([field, value]) => [field.toLowerCase(), value]))
    seen.set(requestId, { path: new URL(response.url).pathname, coding: headers.get('content-encoding'), bytes: 0 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const loaded = seen.get(requestId)
    if (loaded) loaded.bytes = encodedDataLength
  })
  return {
    // A file from the browser's cache counts no byte.
    files: () =>
      [...seen.values()].filter(({ path, bytes }) => bytes > 0 && /^\/(shell|remotes|-\/indexes)\//.test(path)),
    reset: () => seen.clear(),
  }
}

const changeDeltas = async (folder: string, before: string) => {
  const dictionaries = new Map<string, Buffer>()
  for (const file of (await readdir(before)).filter((entry) => /\.(js|css)$/.test(entry))) {
    const content = await readFile(join(before, file))
    dictionaries.set(createHash('sha256').update(content).digest('hex'), content)
  }
  let changed = 0
  for (const file of (await readdir(folder)).filter((entry) => /\.js\.[0-9a-f]{32}\.dcz$/.test(entry))) {
    const delta = await readFile(join(folder, file))
    const head = delta.subarray(0, 40)
    const dictionary = dictionaries.get(head.subarray(8).toString('hex'))
    if (!dictionary) continue
    const content = zstdDecompressSync(delta.subarray(40), { dictionary })
    const other = Buffer.concat([content, Buffer.from(';globalThis.changed=true')])
    await writeFile(join(folder, file), Buffer.concat([head, zstdCompressSync(other, { dictionary })]))
    changed += 1
  }
  return changed
}

// Rule: M-PUBLISH-7, M-SPEED-6
test('a second visit takes no file from the network, a promotion the deltas of one remote, and a changed delta does not run', async ({
  page,
  stack,
  shipping,
  signIn,
  consoleGuard,
}) => {
  const { url, dataDir, remotes, publish } = shipping
  const ship = async (version: string, meanwhile: () => Promise<void> = async () => {}) => {
    await publish(name, version, { replace: [titled(version)] })
    await meanwhile()
    await remotes(['promote', name, version])
  }
  const folderOf = async (version: string) => {
    const versions = join(dataDir, 'artifacts', name)
    return join(versions, (await readdir(versions)).find((entry) => entry.startsWith(`${version}_`)) ?? '')
  }
  const heading = analyticsPage(page).heading
  const { token } = await createFilledAccount(stack)
  await signIn({ origin: url, token })
  await ship('1.1.0')
  // A stream of events has no end, and the network would never be idle. A route would turn the cache off.
  await page.addInitScript(() => {
    const { fetch } = globalThis
    globalThis.fetch = (asked, init) =>
      String(asked).endsWith('/api/eventos')
        ? Promise.resolve(new Response(null, { status: 204 }))
        : fetch.call(globalThis, asked, init)
  })
  const network = await watchNetwork(page)
  await page.goto(url + analyticsPath)
  await expect(heading).toHaveText(`${title} 1.1.0`)
  await fontShown(page)
  await page.waitForLoadState('networkidle')

  // What the shell loads once nothing else is to be done may come as late as in the next visit.
  const had = new Set(network.files().map(({ path }) => path))
  const takenAgain = () => network.files().filter(({ path }) => had.has(path))
  expect(had.size).toBeGreaterThan(10)
  network.reset()
  await page.reload()
  await expect(heading).toHaveText(`${title} 1.1.0`)
  await page.waitForLoadState('networkidle')
  expect(takenAgain()).toEqual([])

  await ship('1.2.0')
  network.reset()
  await page.reload()
  await expect(heading).toHaveText(`${title} 1.2.0`)
  await page.waitForLoadState('networkidle')
  expect(takenAgain()).toEqual([])
  const files = network.files().filter(({ path }) => path.startsWith('/remotes/'))
  expect(files.map(({ path, coding }) => [path.slice(0, 29), coding])).toEqual(
    files.map(() => ['/remotes/mfe-analytics/1.2.0/', 'dcz']),
  )
  const hashes = network.files().filter(({ path }) => path.startsWith('/-/indexes/'))
  expect(hashes.map(({ coding }) => coding)).toEqual(['dcz'])
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  logMove(`${files.length} files of 1.2.0 came as deltas, with their headers ${bytes} bytes`)
  expect(files.length).toBeGreaterThan(3)
  expect(bytes).toBeLessThan(1500 * files.length)

  consoleGuard.allow(/mfe-analytics(\/1\.3\.0\/| 1\.3\.0: )/, 'the deltas that are changed on purpose')
  await ship('1.3.0', async () => {
    expect(await changeDeltas(await folderOf('1.3.0'), await folderOf('1.2.0'))).toBeGreaterThan(3)
  })
  const isChanged = () => page.evaluate(() => Reflect.get(globalThis, 'changed'))
  await page.reload()
  await expect(heading).toHaveText(`${title} 1.2.0`)
  expect(await isChanged()).toBeUndefined()
  // The files that did not match were fetched past the cache, and so as a whole.
  await expect(async () => {
    await page.reload()
    await expect(heading).toHaveText(/ 1\.[23]\.0$/)
    await expect(heading).toHaveText(`${title} 1.3.0`, { timeout: 1 })
  }).toPass()
  expect(await isChanged()).toBeUndefined()
})
