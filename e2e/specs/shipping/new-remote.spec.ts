import { join } from 'node:path'
import { analyticsPage, analyticsPath } from '../../pages/analytics-page.ts'
import { shell } from '../../pages/shell.ts'
import { buildNewRemote } from '../../testing/new-remote.ts'
import { expect, test } from '../../testing/shipping-test.ts'

// Rule: M-REMOTE-2
test('a new remote, once published and promoted, is in routes and sidebar of the running shell', async ({
  page,
  shipping,
  signIn,
  consoleGuard,
}) => {
  const { url, remotes } = shipping
  const before = await shipping.shellHashes()
  const made = await buildNewRemote('mfe-amostra', 'Amostra')
  await signIn({ origin: url })
  await page.goto(url + analyticsPath)
  await expect(analyticsPage(page).heading).toBeVisible()
  await expect(shell(page).link('Amostra')).toHaveCount(0)

  const [, token] = (await remotes(['token', 'create', 'mfe-amostra'])).split('\n')
  await remotes(['publish', join(made.folder, 'dist')], token)
  await remotes(['promote', 'mfe-amostra', '1.0.0'], token)
  await page.reload()
  await shell(page).link('Amostra').click()
  await expect(page).toHaveURL(`${url}/app/amostra`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Amostra' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Amostra' })).toBeVisible()

  expect(await shipping.shellHashes()).toEqual(before)
  expect(consoleGuard.messages).toEqual([])
  await made.remove()
})
