import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { expectAccessible, expectAccessibleInDarkAndLight, expectAccessibleInEachTheme } from '../testing/axe.ts'
import { writeCombo } from '../testing/combo-file.ts'
import { createFilledAccount } from '../testing/filled-account.ts'
import { readPdf } from '../testing/printed-pages.ts'
import { expect, test } from '../testing/test.ts'
import { standing } from '../testing/themes.ts'

test('cases are handled together and one by one, newer evidence opens one again, and an incident is made of it @everyday', async ({
  page,
  signIn,
  stack,
}) => {
  const account = await createFilledAccount(stack, 3)
  await signIn(account)
  await analyticsPage(page).open()
  await analyticsPage(page).section('Casos').click()
  await expect(page).toHaveURL(`${analyticsPath}/casos`)
  await standing(page)
  const found = page.getByRole('status').filter({ hasText: 'nesta seleção' })
  await expect(found).toHaveText('3 casos nesta seleção')
  const bar = page.locator('.analytics-list__selection')

  await test.step('all are handled by keyboard, and the change is undone', async () => {
    await page.getByRole('checkbox', { name: 'Selecionar os desta página' }).press('Space')
    await expectAccessibleInDarkAndLight(page, 'chosen cases')
    await bar.getByRole('button', { name: 'Estado' }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'Tratado' }).press('Enter')
    await expect(page.getByText('3 casos marcados como Tratado.')).toBeVisible()
    await expect(page.getByRole('button', { name: '0 em aberto' })).toBeVisible()
    await page.getByRole('button', { name: 'Desfazer' }).press('Enter')
    await expect(found).toHaveText('3 casos nesta seleção')
  })

  const drawer = page.getByRole('dialog', { name: account.address })
  await test.step('one is handled on the page of its address, which stands over the list', async () => {
    await page.getByRole('table').getByRole('link', { name: account.address, exact: true }).click()
    await expect(page).toHaveURL(/#caso=fonte-cheia$/)
    const part = drawer.getByRole('group', { name: 'Caso de fonte-cheia' })
    await part.getByRole('combobox', { name: 'Estado' }).selectOption('Risco aceito')
    await part.getByRole('textbox', { name: 'Nota' }).fill('A caixa foi desligada.')
    await part.getByRole('button', { name: 'Salvar' }).click()
    await expect(part.getByText('Caso salvo.')).toBeVisible()
    await expect(part.getByText('Estado: de A tratar para Risco aceito')).toBeVisible()
    await expectAccessibleInEachTheme(page, 'a case')
    await drawer.getByRole('link', { name: 'Relatórios deste endereço' }).click()
    await expect(page.getByRole('textbox', { name: 'Endereço do relatório' })).toHaveValue(account.address)
    await page.goBack()
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(found).toHaveText('2 casos nesta seleção')
  })

  await test.step('the dashboard tells what is open beside all', async () => {
    await page.goto(analyticsPath)
    await expect(page.getByRole('link', { name: '2 em aberto', exact: true })).toBeVisible()
  })

  await test.step('a report tells it, is PDF, and is verified by its file', async () => {
    await page.getByRole('link', { name: 'Relatórios' }).click()
    await expect(page).toHaveURL(`${analyticsPath}/relatorios`)
    await page.getByRole('button', { name: 'Gerar relatório' }).click()
    const made = page.getByText('O relatório está pronto:').getByRole('link')
    const file = await (await page.request.get((await made.getAttribute('href')) ?? '')).body()
    expect((await readPdf(file)).join(' ')).toMatch(
      /3 vazamentos 2 em aberto .*Risco aceito 1 .*fonte-cheia Risco aceito/,
    )
    const buffer = Buffer.from(file)
    await page.getByRole('button', { name: 'Conferir documento' }).click()
    await page.getByLabel('Arquivo PDF').setInputFiles({ name: 'r.pdf', mimeType: 'application/pdf', buffer })
    await expect(page.getByText(/^É o arquivo que a sua organização recebeu/)).toBeVisible()
    await expectAccessibleInEachTheme(page, 'a document that is verified')
    await page.keyboard.press('Escape')
    await expectAccessibleInEachTheme(page, 'reports')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('newer evidence opens it again, also on a phone', async () => {
    const { path } = await writeCombo([{ address: account.address, password: 'uma nova' }])
    await stack.leaksImport(path, 'fonte-cheia')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${analyticsPath}/casos?busca=${account.address}&estado=novo`)
    await expect(found).toHaveText('3 casos nesta seleção')
    await page
      .getByRole('checkbox', { name: /^Selecionar .+ em / })
      .nth(1)
      .check()
    await expect(bar).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(page.getByRole('columnheader')).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('table').getByRole('link', { name: account.address, exact: true }).click()
    await expect(drawer.getByText(/^Reaberto em .*chegou evidência mais nova\.$/)).toBeVisible()
    await expectAccessible(page, 'a case on a phone')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  await test.step('an incident is registered from the case, decided by a person, and its dossier downloaded', async () => {
    await drawer.getByRole('link', { name: 'Registrar incidente' }).first().click()
    await page.getByLabel('Nome do incidente').fill('Fonte cheia')
    await page.getByLabel('Quando a organização soube').fill('2026-11-19T15:00')
    await page.getByRole('button', { name: 'Registrar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Incidente nº 1: Fonte cheia' })).toBeVisible()
    await expect(page.getByText('1 caso, 1 endereço.')).toBeVisible()
    await page.getByLabel('Comunicar o incidente?').selectOption('Comunicar')
    await page.getByLabel('Quem decidiu (nome e função)').fill('Bia, encarregada')
    await page.getByLabel('Dia da decisão').fill('2026-11-20')
    await page.getByLabel('Motivos da decisão').fill('Há senha em texto legível.')
    await expectAccessibleInDarkAndLight(page, 'an incident on a phone')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Salvar', exact: true }).press('Enter')
    await expect(page.getByText('O incidente foi salvo.')).toBeVisible()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar PDF' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^incidente-1-\d{4}-\d{2}-\d{2}-[\da-f]{8}\.pdf$/)
  })
})
