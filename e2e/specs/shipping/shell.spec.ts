import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GATEWAY_ADDRESSES, PRODUCT_ROUTES, shellManifestSchema } from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { root } from '@atalaia/stack'
import { loginPage } from '../../pages/login-page.ts'
import { logMove } from '../../testing/log-move.ts'
import { takeClock } from '../../testing/page-clock.ts'
import { expect, test, type ShippingGateway } from '../../testing/shipping-test.ts'

const built = join(root, 'host-shell/dist')
const readManifest = async () =>
  shellManifestSchema.parse(JSON.parse(await readFile(join(built, 'shell.json'), 'utf8')))

const faults = {
  throws: (entry: string) => `throw Error("broken on purpose");${entry}`,
  hangs: () => 'void new Promise(() => {})',
} as const

const createBrokenShell = async (version: string, fault: keyof typeof faults) => {
  const folder = await mkdtemp(join(tmpdir(), 'atalaia-shell-'))
  await cp(built, folder, { recursive: true })
  const manifest = await readManifest()
  const old = manifest.files.find(({ path }) => /^main\..*js$/.test(path))?.path ?? ''
  const content = faults[fault](await readFile(join(built, old), 'utf8'))
  const path = `main.${createHash('sha256').update(content).digest('hex').slice(0, 20)}.js`
  await writeFile(join(folder, path), content)
  const facts = JSON.parse(JSON.stringify({ ...manifest, version }).replaceAll(old, path))
  const files = shellManifestSchema
    .parse(facts)
    .files.map((file) =>
      file.path === path ? { path, bytes: Buffer.byteLength(content), integrity: integrityOf(content) } : file,
    )
  await writeFile(join(folder, 'shell.json'), JSON.stringify({ ...facts, files }))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

const meet = async ({ visit }: ShippingGateway, cookie?: string) => {
  const { html, browser = '' } = await visit(PRODUCT_ROUTES.login, cookie)
  return { browser, version: /<html[^>]* data-shell="([^"]+)"/.exec(html)?.[1] }
}

// Rule: M-SHELL-5, M-SHELL-6, M-FAIL-23, M-REPORT-9
test('a shell that throws, or hangs, is taken back by the gateway, and a browser that met it opens with the one before', async ({
  page,
  context,
  shipping,
  consoleGuard,
}) => {
  consoleGuard.allow(/broken on purpose/, 'the broken shell')
  const { url, remotes } = shipping
  const { version: before } = await readManifest()
  const [, token = ''] = (await remotes(['token', 'create', 'host-shell'])).split('\n')
  const clock = await takeClock(page)

  for (const [version, fault, phase] of [
    ['99.0.0', 'throws', 'activate'],
    ['99.1.0', 'hangs', 'start'],
  ] as const) {
    const shell = await createBrokenShell(version, fault)
    await remotes(['publish', shell.folder], token)
    logMove(
      await remotes(['promote', 'host-shell', version, '--percent', '50', '--reason', 'half of the browsers'], token),
    )
    const inside: string[] = []
    while (inside.length < 20) {
      const met = await meet(shipping)
      if (met.version === version) inside.push(met.browser)
    }
    await context.addCookies([{ name: 'atalaia_browser', value: inside[0] ?? '', url }])
    await page.goto('about:blank')
    // From before its first script on, time passes only where the test says so: the page's limit begins with it.
    if (fault === 'hangs') await page.clock.pauseAt(Date.now() + 60_000)
    const told = page.waitForResponse((answer) => answer.url().endsWith(GATEWAY_ADDRESSES.reports))
    await page.goto(url + PRODUCT_ROUTES.login)
    const panel = page.getByRole('heading', { level: 1, name: 'Não foi possível iniciar a página' })
    if (fault === 'hangs') {
      await clock.pass(14_000)
      await expect(panel).toBeHidden()
      await clock.pass(2_000)
    }
    await expect(panel).toBeVisible()
    const report = await told
    expect(report.status()).toBe(204)
    expect(report.request().postData()).toContain(`"phase":"${phase}"`)
    await page.clock.resume()
    await page.getByRole('link', { name: 'Recarregar a página' }).click()
    await expect(loginPage(page).heading).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-shell', before)
    // A shell that has started is not waited for.
    await clock.pass(20_000)
    await expect(loginPage(page).heading).toBeVisible()

    for (const browser of inside.slice(1)) {
      const answer = await fetch(url + GATEWAY_ADDRESSES.reports, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `atalaia_browser=${browser}` },
        body: report.request().postData(),
      })
      expect(answer.status).toBe(204)
    }
    const history = await remotes(['history', 'host-shell'])
    expect(history).toMatch(new RegExp(`by gateway {2}because \\d+ of \\d+ browsers could not bring up ${version}`))
    logMove(`history:\n${history}`)
    for (const browser of inside) expect((await meet(shipping, `atalaia_browser=${browser}`)).version).toBe(before)
    await shell.remove()
  }
})
