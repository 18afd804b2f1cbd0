import { analyticsPath } from '../../pages/analytics-page.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { expect, test } from '../../testing/failure-test.ts'

// Rule: P-ERROR-5, M-TRACE-5, P-ERROR-26
test('a call that fails is shown with the code of its trace, which is copied', async ({
  page,
  faulty,
  openFaulty,
  consoleGuard,
}) => {
  consoleGuard.allow(/the list of addresses did not load|Failed to load resource/, 'the fault that is tested')
  faulty.proxy.fail(/^\/api\/enderecos/, { kind: 'status', status: 500 })
  const sent: string[] = []
  page.on('request', (request) => void sent.push(request.headers().traceparent ?? ''))
  await openFaulty(`${analyticsPath}/enderecos`)
  const panel = page.getByRole('main').getByRole('alert')
  await expect(panel).toContainText('Código do erro')
  const code = (await panel.locator('code').textContent()) ?? ''
  expect(sent.some((traceparent) => traceparent.startsWith(`00-${code}-`))).toBe(true)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copiar código' }).click()
  await expect(panel.getByRole('button', { name: 'Código copiado' })).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await expectAccessible(page, 'the panel with its code')
})
