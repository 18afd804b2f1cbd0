import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../../testing/embedding/portals.ts'
import { WITH_MOTION } from '../../testing/test.ts'

test.use({ ...WITH_MOTION, examples: ['html'] })

const keepPlace = await readFile(join(import.meta.dirname, '../../fixtures/place/portal.js'), 'utf8')

// Rule: M-EMBED-34
test('a portal shows the dashboard, with the view of a person in its address @everyday', async ({ page, portals }) => {
  await page.goto(portals.urlOf('html'))
  await expect(page.locator('atalaia-analytics').getByText('Total de Vazamentos')).toBeVisible()
  const head = page.getByRole('columnheader', { name: 'Email' })
  await expect(head).toBeVisible()
  await page.evaluate(`{${keepPlace}}`)
  await head.getByRole('button').click()
  await page.waitForURL(/painel=sort%3Demail$/)
  await page.reload()
  await expect(head).toHaveAttribute('aria-sort', 'none')
  await page.evaluate(`{${keepPlace}}`)
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
})
