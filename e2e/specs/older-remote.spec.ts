import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { analyticsPage } from '../pages/analytics-page.ts'
import { remoteVariant } from '../testing/remote-variant.ts'
import { expect, test } from '../testing/test.ts'

// Rule: M-REMOTE-11
test('a remote that takes the runtime from the page runs on the modules of the page, beside one that does not', async ({
  page,
  signIn,
  startOwnGateway,
}) => {
  // What it was built into says nothing of the runtime, as all descriptors before contract 1.2.
  const older = await remoteVariant(join(root, 'lab/mfe-older/dist'), {
    edit: ({ artifact: { runtime: _runtime, ...artifact }, ...descriptor }) => ({ ...descriptor, artifact }),
  })
  const gateway = await startOwnGateway({ remotes: [older.folder] })
  await signIn({ origin: gateway.url })
  await page.goto(`${gateway.url}/app/older`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Antes' })).toBeVisible()
  await expect(main.getByLabel('Sessão')).toHaveText('active')
  await expect(page.getByRole('note')).toHaveText('Fora')
  await main.getByRole('button', { name: 'Contar 0' }).click()
  await expect(main.getByRole('button', { name: 'Contar 1' })).toBeVisible()
  await main.getByRole('link', { name: 'Ao painel' }).click()
  await expect(analyticsPage(page).heading).toBeVisible()

  // The other way round, when the modules are in use already.
  await page.goto(`${gateway.url}/app/main/analytics`)
  await page.getByRole('navigation').getByRole('link', { name: 'Antes' }).click()
  await expect(main.getByLabel('Sessão')).toHaveText('active')
  await older.remove()
})
