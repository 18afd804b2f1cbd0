import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../../testing/embedding/portals.ts'

const SANDBOX = 'allow-scripts allow-forms allow-downloads allow-popups'
const script = await readFile(join(import.meta.dirname, '../../../examples/frame/portal.js'), 'utf8')

const openPortal = async (page: Page, portal: string, { named = portal, sandbox = SANDBOX } = {}) => {
  const [, gateway = ''] = /src="(\S+?)\/embed\//.exec(await (await fetch(portal)).text()) ?? []
  const src = `${gateway}/embed/mfe-analytics/stable/frame.html?portal=${named}&show=summary add emails`
  const html = `<!doctype html><title>Portal</title><link rel="icon" href="data:,">
    <iframe id="vazamentos" title="Vazamentos" sandbox="${sandbox}" src="${src}"></iframe>
    <script>
      window.seen = []
      addEventListener('message', ({ ports: [port] }) => { window.port = port })
      for (const name of ['ready', 'error', 'email-added'])
        document.querySelector('iframe').addEventListener('atalaia-' + name, () => seen.push(name))
      document.querySelector('iframe').addEventListener('atalaia-view-change', ({ detail }) => { window.place = detail.place })
    </script>
    <script type="module">${script.replaceAll('https://atalaia.example', gateway)}</script>`
  await page.route(`${portal}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': `default-src 'self' 'unsafe-inline'; img-src data:; frame-src ${gateway}` },
      body: html,
    }),
  )
  await page.goto(`${portal}/`)
  return page.frameLocator('#vazamentos')
}

const seen = (page: Page) => page.evaluate<string[]>('seen')

for (const sandbox of [SANDBOX, `${SANDBOX} allow-same-origin`]) {
  // Rule: M-FRAME-1, M-FRAME-2, M-FRAME-23
  test(`a frame with the sandbox "${sandbox}" has its token, its size and its theme from the portal's page`, async ({
    page,
    portals,
  }) => {
    const frame = await openPortal(page, portals.urlOf('html'), { sandbox })
    await expect(frame.getByText('Total de Vazamentos')).toBeVisible()
    await expect.poll(() => seen(page)).toContain('ready')
    const height = () => page.locator('#vazamentos').evaluate((element) => element.clientHeight)
    const wanted = () => frame.locator('html').evaluate((element) => element.scrollHeight)
    await expect.poll(async () => (await height()) - (await wanted())).toBeGreaterThanOrEqual(0)
    expect(await height()).toBeGreaterThan(200)

    await page.evaluate(
      `port.postMessage({
        type: "set",
        attributes: { theme: "dark", place: "sort=email", api: "https://evil.example/" },
        slots: { error: "<b>Sem números</b>" },
      })`,
    )
    await expect(frame.locator('.ui-theme.dark')).toBeVisible()
    await expect(frame.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(frame.locator('[slot=error]')).toHaveText('<b>Sem números</b>')
    await frame.getByRole('button', { name: 'Senhas Vazadas' }).click()
    await expect.poll(() => page.evaluate('window.place')).toBe('sort=-passwords')
    await frame.getByLabel('Email', { exact: true }).fill(`quadro-${Date.now()}@costa-norte.example`)
    await frame.getByRole('button', { name: 'Enviar Email' }).click()
    await expect.poll(() => seen(page)).toContain('email-added')
    expect(await seen(page)).not.toContain('error')
  })
}

// Rule: M-FRAME-1, M-FRAME-23
test('a page of another origin than the one that the frame names cannot show it', async ({
  page,
  portals,
  consoleGuard,
}) => {
  consoleGuard.allow(/frame-ancestors/, 'the browser refuses the frame')
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  const portal = portals.urlOf('html')
  const frame = await openPortal(page, portal.replace('localhost', '127.0.0.1'), { named: portal })
  await refused
  await expect(frame.locator('atalaia-analytics')).toHaveCount(0)
})

const PROTOTYPE = `
  Array.from = (list) => { const all = []; for (let i = 0; i < list.length; i++) all.push(list[i]); return all }
  Object.keys = (object) => { const all = []; for (const name in object) all.push(name); return all }
  Array.prototype.reduce = function () { return this.length > 1 ? this : this[0] }
  Array.prototype.toJSON = function () { return '[' + this.join() + ']' }
  String.prototype.startsWith = function (text) { return this.indexOf(text) === 0 }`

// Rule: M-EMBED-95
test('in a page with Prototype the element shows the numbers and adds an address', async ({
  page,
  portals,
  consoleGuard,
}) => {
  consoleGuard.allow(/replaced Array\.from, Array\.prototype\.reduce/, 'the warning about the page')
  const portal = portals.urlOf('html')
  await page.goto(portal)
  const element = page.locator('atalaia-analytics')
  // While it loads, the next digit is that of "Top 3".
  const total = /Total de Vazamentosvazamentos(\d+)/
  await expect(element).toContainText(total)
  const [, wanted] = total.exec((await element.locator('.ui-theme').textContent()) ?? '') ?? []

  await page.route(`${portal}/prototype.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: PROTOTYPE }),
  )
  await page.route(`${portal}/`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<head>', '<head><script src="/prototype.js"></script>')
    await route.fulfill({ response, body })
  })
  await page.reload()
  const frame = element.frameLocator('iframe')
  await expect(frame.locator('atalaia-analytics')).toContainText(`Total de Vazamentosvazamentos${wanted}`)
  await expect.poll(() => element.evaluate((place) => place.getBoundingClientRect().height)).toBeGreaterThan(400)
  const added = page.evaluate(
    `new Promise((done) => addEventListener('email-added', ({ detail }) => done(detail.email), { once: true }))`,
  )
  const email = `prototipo-${Date.now()}@costa-norte.example`
  await frame.getByLabel('Email', { exact: true }).fill(email)
  await frame.getByRole('button', { name: 'Enviar Email' }).click()
  expect(await added).toBe(email)
})
