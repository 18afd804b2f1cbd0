import { expect, test as base } from '@playwright/test'
import { startPortals } from '../../support/embedding/portals.ts'

const test = base.extend<object, { intranet: string }>({
  intranet: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted parts from the pattern: none here
    async ({}, use) => {
      const portals = await startPortals(['federation'])
      await use(portals.urlOf('federation'))
      await portals.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.describe.configure({ timeout: 120_000 })

/** Only the part of react-dom that draws has it. */
const DRAWS = 'onCommitFiberUnmount'

test('a federation host that is not ours shows the dashboard on its own React, changes it, and takes it down whole', async ({
  page,
  intranet,
}) => {
  const scripts: Promise<readonly [string, string]>[] = []
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js'))
      scripts.push(answer.text().then((text) => [answer.url(), text] as const))
  })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(intranet)
  const total = page.getByText('Total de Vazamentos')
  await expect(total).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('row', { name: /@/ }).first()).toBeVisible()

  const drawing = (await Promise.all(scripts)).filter(([, text]) => text.includes(DRAWS)).map(([url]) => url)
  expect(drawing.map((url) => new URL(url).origin)).toEqual([intranet])

  await page.getByLabel('Tema escuro').check()
  await expect(page.locator('.ui-theme.dark')).toBeVisible()
  await page.getByRole('button', { name: 'Fechar o painel' }).click()
  await expect(total).toHaveCount(0)
  await page.getByRole('button', { name: 'Abrir o painel' }).click()
  await expect(total).toBeVisible()
  expect(errors).toEqual([])
})
