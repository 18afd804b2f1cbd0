import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { expectAccessible, expectAccessibleInDarkAndLight, expectAccessibleInEachTheme } from '../testing/axe.ts'
import { createFilledAccount } from '../testing/filled-account.ts'
import { expect, test } from '../testing/test.ts'
import { standing } from '../testing/themes.ts'

// Rule: P-ACCESS-1, P-ACCESS-2, P-LIST-4
test('a long list is added to, saved as a workbook, used by keyboard, and fits a phone', async ({
  page,
  signIn,
  stack,
}) => {
  const account = await createFilledAccount(stack)
  await signIn(account)
  await analyticsPage(page).open()
  await analyticsPage(page).section('Endereços').click()
  await expect(page).toHaveURL(`${analyticsPath}/enderecos`)
  await standing(page)
  const count = page.getByRole('status').filter({ hasText: / de .* endereço/ })
  await expect(count).toHaveText('1 de 1 endereço')

  await test.step('400 are pasted, one of them twice and one invalid', async () => {
    await page.getByRole('button', { name: 'Adicionar vários' }).click()
    const names = Array.from({ length: 400 }, (_, at) => `pessoa${at}.${account.address}`)
    await page
      .getByRole('textbox', { name: /um por linha/ })
      .fill([...names, names[0], account.address, 'ninguém'].join('\n'))
    await page.getByRole('button', { name: 'Conferir' }).click()
    await expect(page.getByText('400 endereços novos')).toBeVisible()
    await expect(page.getByText('1 já está na lista')).toBeVisible()
    await expectAccessible(page, 'the preview')
    await page.getByRole('button', { name: 'Monitorar 400 endereços' }).click()
    await expect(count).toHaveText('401 de 401 endereços')
    await expectAccessibleInEachTheme(page, 'the list')
  })

  // From 160,000 bytes on, fflate itself would make a worker of a text, which Trusted Types forbid.
  await test.step('a list as long as this is saved as a workbook', async () => {
    const workbook = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar XLSX' }).click()
    expect((await workbook).suggestedFilename()).toMatch(/^enderecos-monitorados-\d{4}-\d\d-\d\d.*\.xlsx$/)
  })

  await test.step('what Tab reaches in a table that is higher than the window stands below the header', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const choice = page.getByRole('checkbox', { name: 'Selecionar a página' })
    await page.getByRole('combobox', { name: 'Ordenar' }).press('Shift+Tab')
    await expect(choice).toBeFocused()
    const header = await page.getByRole('banner').boundingBox()
    expect((await choice.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? NaN)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('a removal is brought back by keyboard, and the focus returns', async () => {
    await page.getByRole('searchbox', { name: 'Procurar endereço' }).fill('PESSOA29.')
    await expect(count).toHaveText('1 de 401 endereços')
    await page.getByRole('checkbox', { name: 'Selecionar os desta página' }).press('Space')
    await page.getByRole('button', { name: 'Remover', exact: true }).press('Enter')
    await expect(page.getByText('1 endereço removido.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Nenhum endereço encontrado')).toBeVisible()
    const way = page.getByRole('button', { name: 'Removidos nas últimas 24 horas' })
    await way.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Removidos nas últimas 24 horas' })
    await expect(dialog.getByText(`pessoa29.${account.address}`)).toBeVisible()
    await expectAccessibleInDarkAndLight(page, 'removals')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('1 endereço de volta.')).toBeVisible()
    await expect(dialog.getByText('Nada para trazer de volta')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(way).toBeFocused()
    await expect(count).toHaveText('1 de 401 endereços')
  })

  await test.step('the list fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
