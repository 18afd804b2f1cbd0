import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { expectAccessible, expectAccessibleInDarkAndLight, expectAccessibleInEachTheme } from '../testing/axe.ts'
import { createFilledAccount } from '../testing/filled-account.ts'
import { expect, test } from '../testing/test.ts'
import { standing } from '../testing/themes.ts'

// Rule: P-ADDRESS-1, P-ADDRESS-2, P-DASH-32, P-ROUTE-13
test('from a number to what to do, and back to a dashboard that has stayed as it was @everyday', async ({
  page,
  signIn,
  stack,
}) => {
  const account = await createFilledAccount(stack)
  await signIn(account)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(new URL(request.url()).pathname)
  })
  // Its calls are counted.
  await page.route('**/api/eventos', (route) => route.fulfill({ status: 204 }))
  const { open, row, field } = analyticsPage(page)
  await open()
  await standing(page)
  await field.fill('ainda-nao@enviado.example')
  const drawer = page.getByRole('dialog', { name: account.address })

  await test.step('the number of passwords opens its rows', async () => {
    await row(account.address).getByRole('link', { name: '3', exact: true }).click()
    await expect(page).toHaveURL(/\/enderecos\/[\da-f-]{36}#senhas$/)
    await expect(page).toHaveTitle(/^Endereço monitorado · /)
    await expect(drawer.getByText(/^Senha [123] · /)).toHaveCount(3)
    await expect(drawer.getByText(/^Senha 1 · /)).toBeVisible()
    await expectAccessibleInEachTheme(page, 'an address')
  })
  const place = page.url()

  await test.step('the rule of the severity and the passwords of the source open by keyboard', async () => {
    await drawer.getByText('Como se calcula').focus()
    await page.keyboard.press('Enter')
    await expect(drawer.getByRole('table', { name: 'Motivos e pontos' })).toContainText('conta aqui')
    await drawer.getByText(/^3 em claro/).focus()
    await page.keyboard.press('Space')
    const passwords = drawer.getByRole('group').filter({ hasText: /^3 em claro/ })
    await expect(passwords.getByText(/^Senha [123] /)).toHaveCount(3)
    await expectAccessibleInDarkAndLight(page, 'an address with its rule and its rows')
  })

  await test.step('a step is kept', async () => {
    const step = drawer.getByRole('checkbox', { name: /^Troque a senha nos serviços/ })
    await step.click()
    await expect(drawer.getByText(`por ${account.email}`)).toBeVisible()
    await expect(step).toBeChecked()
  })

  await test.step('Escape leads back to the same dashboard, and to the link that was followed', async () => {
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(row(account.address).getByRole('link', { name: '3', exact: true })).toBeFocused()
    await expect(page).toHaveURL(analyticsPath)
    await expect(field).toHaveValue('ainda-nao@enviado.example')
    expect(calls.filter((path) => path === '/api/dashboard/resumo')).toHaveLength(1)
    await page.goForward()
    await expect(drawer).toBeVisible()
    await page.goBack()
    await expect(drawer).toBeHidden()
  })

  await test.step('its address opens it directly, also on a phone, with the step done', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(place)
    await expect(drawer.getByRole('checkbox', { name: /^Troque a senha nos serviços/ })).toBeChecked()
    await drawer.getByText('Como se calcula').click()
    await drawer.getByText(/^3 em claro/).click()
    await expect(drawer.getByRole('table', { name: 'Motivos e pontos' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page, 'an address on a phone')
    await drawer.getByRole('button', { name: 'Fechar' }).click()
    await expect(page).toHaveURL(analyticsPath)
    await expect(drawer).toBeHidden()
  })

  await test.step('a point of the chart opens the rows that made it, and so does the keyboard in its table', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open()
    const { chart } = analyticsPage(page)
    const list = page.getByRole('region', { name: 'Lista de endereços monitorados' })
    await standing(page)
    const point = chart.locator('.highcharts-series-1.highcharts-tracker path.highcharts-point').last()
    // The library looks for the points near the mouse only from its second move on.
    await expect(async () => {
      await chart.locator('svg.highcharts-root').hover()
      await point.hover()
      await expect(chart.locator('.highcharts-tooltip')).toContainText('Vazamentos: 1', { timeout: 1000 })
    }).toPass()
    await point.click()
    await expect(page).toHaveURL(/\/enderecos\?filtro=com-vazamento&dia=\d{4}-\d\d-\d\d$/)
    await expect(page.getByText('Somam 1 vazamento e 3 senhas, como no gráfico.')).toBeVisible()
    await expect(list.getByRole('row').nth(1)).toContainText(account.address)
    await expectAccessible(page, 'the list of a past day')
    await page.goBack()
    await chart.getByRole('button', { name: 'Ver como tabela' }).click()
    await chart.getByRole('link', { name: '3', exact: true }).first().focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/enderecos\?filtro=com-senha&ordem=senhas&dia=/)
    await page.getByRole('button', { name: 'Ver os números de hoje' }).click()
    await expect(page).toHaveURL(/\/enderecos\?filtro=com-senha&ordem=senhas$/)
  })
})
