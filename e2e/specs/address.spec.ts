import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { expectAccessible, expectAccessibleInEachTheme } from '../testing/axe.ts'
import { createFilledAccount } from '../testing/filled-account.ts'
import { expect, test } from '../testing/test.ts'
import { standing } from '../testing/themes.ts'

// Rule: P-ADDRESS-1, P-ADDRESS-2, P-ADDRESS-4, P-ADDRESS-7
test('from a number to what to do, and back to a dashboard that has stayed as it was', async ({
  page,
  signIn,
  stack,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 404/, 'the address at the end is not there')
  const account = await createFilledAccount(stack)
  await signIn(account)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(new URL(request.url()).pathname)
  })
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

  await test.step('a step is kept', async () => {
    const step = drawer.getByRole('checkbox', { name: /^Troque a senha nos serviços/ })
    await step.click()
    await expect(drawer.getByText(`por ${account.email}`)).toBeVisible()
    await expect(step).toBeChecked()
  })

  await test.step('Escape leads back to the same dashboard', async () => {
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
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
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page, 'an address on a phone')
    await drawer.getByRole('button', { name: 'Fechar' }).click()
    await expect(page).toHaveURL(analyticsPath)
    await expect(drawer).toBeHidden()
  })

  await test.step('an address that is not there says so', async () => {
    await page.goto(place.replace(/[\da-f-]{36}/, '00000000-0000-4000-8000-000000000000'))
    await expect(page.getByRole('dialog').getByText('Endereço não encontrado')).toBeVisible()
  })
})
