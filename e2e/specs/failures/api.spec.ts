import { analyticsPage, analyticsPath } from '../../pages/analytics-page.ts'
import { loginPage } from '../../pages/login-page.ts'
import { shell } from '../../pages/shell.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { htmlInstead, type Fault } from '../../testing/fault-proxy.ts'
import { expect, test } from '../../testing/failure-test.ts'

const faults: Readonly<Record<string, Fault>> = {
  'answers 500': { kind: 'status', status: 500 },
  'drops the connection': { kind: 'drop' },
  'answers HTML with status 200': htmlInstead,
  'answers JSON of another shape': { kind: 'body', contentType: 'application/json', body: '{"ok":true}' },
}

for (const [name, fault] of Object.entries(faults)) {
  // Rule: P-DASH-10, P-DASH-29, M-FAIL-14
  test(`an API that ${name} leaves the numbers unknown, not zero, and can be asked again`, async ({
    page,
    faulty,
    openFaulty,
    consoleGuard,
  }) => {
    consoleGuard.allow(/Erro ao buscar dados do dashboard|Failed to load resource|net::ERR/, 'the fault that is tested')
    faulty.proxy.fail(/^\/api\//, fault)
    await openFaulty(analyticsPath)
    const { heading, total, form } = analyticsPage(page)
    await expect(heading).toBeVisible()
    const again = page.getByRole('button', { name: 'Carregar de novo' })
    await expect(again).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('region')).toHaveCount(1)
    await expect(form).toBeVisible()
    await expect(page.getByText('0', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(consoleGuard.messages.join('\n')).toContain('Erro ao buscar dados do dashboard')

    await shell(page).link('Fatos').click()
    await expect(page.getByRole('heading', { name: 'Fatos' })).toBeVisible()
    await page.goBack()

    // Coming back loads once more, and fails again.
    await expect(again).toHaveCount(1)
    faulty.proxy.mend()
    await again.click()
    await expect(total).toHaveAttribute('aria-busy', 'false')
    await expect(total).not.toContainText('—')
  })
}

// Rule: P-DASH-12, P-NUM-1
test('one call that fails leaves its own widgets unknown, each with a button that loads again', async ({
  page,
  faulty,
  openFaulty,
  consoleGuard,
}) => {
  consoleGuard.allow(/Erro ao buscar dados do dashboard|Failed to load resource/, 'the fault that is tested')
  faulty.proxy.fail(/^\/api\/dashboard\/resumo/, { kind: 'status', status: 500 })
  await openFaulty(analyticsPath)
  const { total, topEmail, reports, emails } = analyticsPage(page)
  for (const widget of [total, topEmail, reports]) {
    await expect(widget).toHaveAttribute('aria-busy', 'false')
    await expect(widget).toContainText('—')
  }
  await expect(emails).not.toContainText('—')
  faulty.proxy.mend()
  await total.getByRole('button', { name: 'Carregar de novo' }).click()
  await expect(total).not.toContainText('—')
})

// Rule: P-ERROR-5, M-TRACE-5
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

// Rule: P-API-12, M-FAIL-15
test('an API that hangs shows loaders for 15 s, and afterwards no number and one button', async ({
  page,
  faulty,
  openFaulty,
  consoleGuard,
}) => {
  consoleGuard.allow(/Erro ao buscar dados do dashboard/, 'the fault that is tested')
  faulty.proxy.fail(/^\/api\//, { kind: 'hang' })
  await openFaulty(analyticsPath)
  const { total } = analyticsPage(page)
  await expect(total).toHaveAttribute('aria-busy', 'true')
  // The time-out is the browser's own, so that no clock of ours can shorten it.
  await expect(page.getByRole('button', { name: 'Carregar de novo' })).toHaveCount(1, { timeout: 25_000 })
  await expect(page.getByText('0', { exact: true })).toHaveCount(0)
  await expect(shell(page).logOut).toBeVisible()
})

// Rule: P-ERROR-1
test('a login while the API is down says so in Portuguese, and works when it is back', async ({
  page,
  faulty,
  account,
  consoleGuard,
}) => {
  consoleGuard.allow(/login|Failed to load resource|net::ERR/i, 'the fault that is tested')
  faulty.proxy.fail(/^\/api\//, { kind: 'drop' })
  await page.goto(`${faulty.url}/login`)
  await loginPage(page).logIn(account)
  await expect(loginPage(page).alert).toBeVisible()
  await expect(loginPage(page).alert).toContainText(/servidor|conex|resposta/i)
  faulty.proxy.mend()
  await loginPage(page).logIn(account)
  await expect(analyticsPage(page).heading).toBeVisible()
})
