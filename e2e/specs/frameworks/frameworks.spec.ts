import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { analyticsPage } from '../../pages/analytics-page.ts'
import { shell } from '../../pages/shell.ts'
import { expect, test } from '../../testing/test.ts'

// Builds of examples/remotes, which `npm run frameworks` makes before it runs this.

const folderOf = (name: string) => join(root, 'examples/remotes', name, 'dist')
const FRAMEWORKS = [
  // Vue hands all that a handler throws to its error handler; Svelte leaves it to the page.
  { name: 'vue', title: 'Vue', event: 'panel' },
  { name: 'svelte', title: 'Svelte', event: 'log' },
  { name: 'angular', title: 'Angular', event: 'panel' },
] as const

for (const { name, title, event } of FRAMEWORKS) {
  test(`a remote made with ${title} has routes, theme, session and API, and what it throws stays inside`, async ({
    page,
    signIn,
    account,
    startOwnGateway,
    consoleGuard,
  }) => {
    const gateway = await startOwnGateway({
      remotes: [folderOf(name)],
      env: { TRUSTED_TYPES: 'vue,svelte-trusted-html' },
    })
    await signIn({ origin: gateway.url })
    const main = page.getByRole('main')
    const heading = main.getByRole('heading', { name: `Feito em ${title}` })
    const faults = main.getByRole('button', { name: 'Falhar ao desenhar' })
    const home = `${gateway.url}/app/${name}`

    // Context, and the styles of its own file.
    await page.goto(home)
    await expect(heading).toBeVisible()
    await expect(main.getByText(`Sessão de ${account.email}, com token`)).toBeVisible()
    await expect(main.getByRole('status')).toHaveText('0 endereços')
    await expect(main.getByText('dark, pt-BR')).toBeVisible()
    await expect(main.locator(`section.${name}`)).toHaveCSS('display', 'grid')

    // Its own routes: a link, Back, Forward, the sidebar, a deep link.
    await main.getByRole('link', { name: 'Falhas' }).click()
    await expect(faults).toBeVisible()
    await expect(page).toHaveURL(`${home}/falhas`)
    await page.goBack({ waitUntil: 'commit' })
    await expect(main.getByRole('status')).toHaveText('0 endereços')
    await page.goForward({ waitUntil: 'commit' })
    await expect(faults).toBeVisible()
    await shell(page).link(`${title}: início`).click()
    await expect(main.getByRole('status')).toHaveText('0 endereços')
    await page.goto(`${home}/falhas`)
    await expect(faults).toBeVisible()
    expect(consoleGuard.messages).toEqual([])

    // Faults: the panel, the log, and the shell that goes on.
    consoleGuard.allow(new RegExp(`${name}: (render|event|promise)`), 'thrown on purpose')
    const told = (pattern: RegExp) => expect.poll(() => consoleGuard.messages.join('\n')).toMatch(pattern)
    const mend = async () => {
      await shell(page).retry.click()
      await expect(main.getByText('Inteiro')).toBeVisible()
    }
    await faults.click()
    await expect(shell(page).failure).toBeVisible()
    await told(new RegExp(`mfe-${name} 1\\.0\\.0: render: .*${name}: render`))
    await mend()
    await main.getByRole('button', { name: 'Falhar num evento' }).click()
    if (event === 'panel') {
      await expect(shell(page).failure).toBeVisible()
      await mend()
    } else await told(new RegExp(`mfe-${name} 1\\.0\\.0: event: ${name}: event`))
    await main.getByRole('button', { name: 'Rejeitar' }).click()
    await told(new RegExp(`mfe-${name} 1\\.0\\.0: event: ${name}: promise`))
    await expect(shell(page).failure).toHaveCount(0)

    // Gone without a trace, and the other remotes go on.
    await shell(page).link('Analises').click()
    await expect(analyticsPage(page).heading).toBeVisible()
    await expect(heading).toHaveCount(0)
    await page.goBack({ waitUntil: 'commit' })
    await expect(faults).toBeVisible()
  })
}

// Rule: M-PUBLISH-12
test('a page that runs what atalaia dev serves loads again after the next build', async ({
  page,
  signIn,
  startOwnGateway,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'atalaia-dev-'))
  await cp(folderOf('svelte'), join(folder, 'dist'), { recursive: true })
  await cp(join(folderOf('svelte'), '..', 'remote.json'), join(folder, 'remote.json'))
  const gateway = await startOwnGateway({ env: { ALLOW_OVERRIDES: 'on', TRUSTED_TYPES: 'vue,svelte-trusted-html' } })
  const served = spawn(process.execPath, [join(root, 'shared/cli/src/bin.ts'), 'dev', '--port', '0'], { cwd: folder })
  const address = await new Promise<string>((resolve) => {
    served.stdout.on('data', (text: Buffer) => {
      const [, origin] = /served at (\S+):/.exec(text.toString()) ?? []
      if (origin !== undefined) resolve(origin)
    })
  })
  await signIn({ origin: gateway.url })
  await page.goto(`${gateway.url}/app/svelte?remote=mfe-svelte@${address}`)
  await page.getByRole('button', { name: 'Usar este código' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Feito em Svelte' })).toBeVisible()
  const screens = (await readdir(join(folder, 'dist/assets'))).filter((name) => /^route-home.*\.js$/.test(name))
  for (const name of screens) {
    const file = join(folder, 'dist/assets', name)
    await writeFile(file, (await readFile(file, 'utf8')).replace('Feito em Svelte', 'Feito de novo'))
  }
  await expect(main.getByRole('heading', { name: 'Feito de novo' })).toBeVisible()
  await page.goto('about:blank')
  served.kill()
  await rm(folder, { recursive: true, force: true })
})
