import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { QUERY_PARAMETERS } from '@atalaia/contracts'
import { freePort, root } from '@atalaia/stack'
import type { Page } from '@playwright/test'
import { shell } from '../../pages/shell.ts'
import { startScript } from '../../testing/process.ts'
import { fixtureFolder, remoteVariant } from '../../testing/remote-variant.ts'
import { expect, test } from '../../testing/shipping-test.ts'
import type { Stack } from '../../testing/stack.ts'
import { serveFolder } from '../../testing/static-server.ts'

const name = 'mfe-auth'

const serveOther = async () => {
  const replace = [{ in: /^route-login\..*js$/, text: 'Use seu email para acessar.', by: 'Da minha máquina.' }]
  const variant = await remoteVariant(join(root, name, 'dist'), { version: '9.0.0', replace })
  const server = await serveFolder(variant.folder)
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await variant.remove()
    },
  }
}

const accept = (page: Page) => page.getByRole('button', { name: 'Usar este código' }).click()

const overrideKey = async ({ url, dataDir }: Stack, override: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'gateway/src/cli/remotes.ts'), 'override-link', override],
    { env: { ...process.env, DATA_DIR: dataDir, PUBLIC_ORIGIN: url } },
  )
  const [link = ''] = stdout.split('\n')
  return new URL(link).searchParams.get(QUERY_PARAMETERS.overrideKey) ?? ''
}

test('a remote of one’s own is in the page, named in a banner and in the developers’ panel; when it fails, the reset is offered', async ({
  page,
  consoleGuard,
  startOwnGateway,
}) => {
  const other = await serveOther()
  const { url } = await startOwnGateway({ env: { ALLOW_OVERRIDES: 'on' } })
  await page.goto(`${url}/login?remote=${name}@${other.url}`)
  await accept(page)
  await expect(page).toHaveURL(`${url}/login`)
  await expect(page.getByText('Da minha máquina.')).toBeVisible()
  const banner = page.getByRole('region', { name: 'Partes em teste' })
  await expect(banner).toContainText(`${name} 9.0.0, de ${other.url}`)

  await page.keyboard.press('Control+Shift+Period')
  const panel = page.getByRole('dialog', { name: 'Painel de desenvolvimento' })
  const row = panel.getByRole('row').filter({ hasText: name }).first()
  await expect(row).toContainText(other.url)
  await expect(row).toContainText('pronto')
  await expect(row).toContainText(/entry script \d+ ms/)
  const react = page.getByRole('rowheader', { name: 'react', exact: true })
  await expect(panel.getByRole('row').filter({ has: react })).toContainText(/mfe-auth \S+ → \d/)
  await expect(panel).toContainText('Nenhuma falha nesta página.')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  expect(consoleGuard.messages).toEqual([])

  await other.stop()
  consoleGuard.allow(/mfe-auth|net::ERR|Failed to fetch/, 'the override that is gone')
  await page.reload()
  const failure = page.getByRole('alert').filter({ hasText: 'Não foi possível abrir' })
  await expect(failure).toContainText(`Ela está em teste e vem de ${other.url}.`)
  await failure.getByRole('button', { name: 'Restaurar' }).click()
  await expect(page.getByText('Use seu email para acessar.')).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('one remote from one’s own machine runs inside a shell that others serve', async ({ page, stack }) => {
  const port = String(await freePort())
  const key = await overrideKey(stack, `${name}@http://127.0.0.1:${port}`)
  const dev = await startScript({
    script: 'scripts/dev.ts',
    args: [name, '--shell', `${stack.url}/login`, '--key', key, '--port', port],
    env: {},
  })
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).origin)
  })
  await page.goto(dev.url)
  await accept(page)
  await expect(page.getByText('Use seu email para acessar.')).toBeVisible()
  const banner = page.getByRole('region', { name: 'Partes em teste' })
  await expect(banner).toContainText(/mfe-auth \d\S+, de http:\/\/127\.0\.0\.1:\d+/)
  expect([...scripts].filter((origin) => origin !== stack.url)).toHaveLength(1)
  await banner.getByRole('button', { name: 'Restaurar' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByText('Use seu email para acessar.')).toBeVisible()
  await dev.stop()
})

test.describe('in production', () => {
  test.use({ shippingEnv: { NODE_ENV: 'production', DATABASE_URL: 'embedded', PUBLIC_ORIGIN: 'http://localhost' } })

  // Rule: M-OVERRIDE-10
  test('a first version is developed on a machine that the gateway may not ask', async ({ page, signIn, shipping }) => {
    const files = await serveFolder(fixtureFolder)
    const { url, remotes } = shipping
    await signIn({ origin: url })
    const [link = ''] = (await remotes(['override-link', `mfe-fixture@${files.url}`])).split('\n')
    // The address that the operator wrote, by the other name of this machine.
    const own = files.url.replace('127.0.0.1', 'localhost')
    const address = new URL('/app/fixture/event', url)
    address.search = new URL(link).search
    address.searchParams.set(QUERY_PARAMETERS.remote, `mfe-fixture@${own}`)
    await page.goto(address.href)
    await accept(page)
    await expect(page.getByRole('button', { name: 'Contar' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Partes em teste' })).toContainText(`mfe-fixture 1.0.0, de ${own}`)
    await expect(shell(page).link('Evento')).toHaveAttribute('aria-current', 'page')
    await page.goto('about:blank')
    await files.stop()
  })
})
