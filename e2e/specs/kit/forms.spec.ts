import { expectAccessibleInBoth, openKit } from '../../support/kit.ts'
import { expect, test } from '../../support/test.ts'

test.beforeEach(async ({ signIn }) => signIn())

for (const path of ['forms/elements', 'forms/validation', 'forms/wizard']) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await openKit(page, path)
    await expectAccessibleInBoth(page, path)
  })
}

test.describe('form elements', () => {
  test.beforeEach(async ({ page }) => openKit(page, 'forms/elements'))

  test('a field takes three characters, and says how many it has', async ({ page }) => {
    const field = page.getByLabel('Sigla')
    await field.pressSequentially('abcd')
    await expect(field).toHaveValue('abc')
    await expect(page.getByText('3 de 3 caracteres')).toBeVisible()
  })

  test('the search of a choice finds a name without its accents, by keyboard', async ({ page }) => {
    const field = page.getByRole('combobox', { name: 'Estado' })
    await field.fill('sao')
    const list = page.locator(`[id="${await field.getAttribute('aria-controls')}"]`)
    await expect(list.getByRole('option')).toHaveText(['São Paulo'])
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect(field).toHaveValue('São Paulo')
  })

  test('the calendar speaks Portuguese, and its week begins on Monday', async ({ page }) => {
    await page.getByLabel('Data', { exact: true }).click()
    await expect(page.locator('.react-datepicker__day-name').first()).toContainText(/^seg/i)
    await page.locator('.react-datepicker__day--015').first().click()
    await expect(page.getByLabel('Data', { exact: true })).toHaveValue(/^15\/\d\d\/\d{4}$/)
  })

  test('sliders go up to 20, and from 200 to 1547 of 2000', async ({ page }) => {
    const amount = page.getByRole('slider', { name: 'Quantidade' })
    await amount.press('End')
    await expect(amount).toHaveAttribute('aria-valuenow', '20')
    await expect(page.getByRole('slider', { name: 'Preço mínimo' })).toHaveAttribute('aria-valuenow', '200')
    const most = page.getByRole('slider', { name: 'Preço máximo' })
    await expect(most).toHaveAttribute('aria-valuenow', '1547')
    await expect(most).toHaveAttribute('aria-valuemax', '2000')
  })

  test('a text area is at least 75 high and grows with its text', async ({ page }) => {
    const area = page.getByLabel('Mensagem')
    const height = async () => (await area.boundingBox())?.height ?? 0
    expect(await height()).toBeGreaterThanOrEqual(75)
    const before = await height()
    await area.fill('linha\n'.repeat(12))
    await expect.poll(height).toBeGreaterThan(before)
  })

  test('Markdown is shown as it is typed, and a tag stays text', async ({ page }) => {
    await page.getByLabel('Texto em Markdown').fill('# Um\n\n<img src=x>')
    const view = page.getByRole('region', { name: 'Visualização' })
    await expect(view.getByRole('heading', { name: 'Um' })).toBeVisible()
    await expect(view.locator('img')).toHaveCount(0)
  })

  test('the rich text takes bold', async ({ page }) => {
    const editor = page.getByRole('textbox', { name: 'Texto formatado' })
    await editor.press('Control+a')
    await editor.press('Delete')
    await page.getByRole('button', { name: 'Negrito' }).click()
    await editor.pressSequentially('forte')
    await expect(editor.locator('strong')).toHaveText('forte')
  })

  test('an image is previewed and taken away', async ({ page }) => {
    const buffer = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
    await page
      .getByRole('button', { name: 'Imagem', exact: true })
      .setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer })
    await expect(page.getByRole('img', { name: 'Prévia' })).toBeVisible()
    await page.getByRole('button', { name: 'Remover imagem' }).click()
    await expect(page.getByRole('img', { name: 'Prévia' })).toHaveCount(0)
  })

  test('the drop zone refuses by type and by size, posts to the root, and says when it fails', async ({
    page,
    consoleGuard,
  }) => {
    consoleGuard.allow(/status of 500/, 'the answer that is tested')
    const posted: string[] = []
    let status = 200
    await page.route('/', async (route) => {
      posted.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`)
      await route.fulfill({ status, body: '' })
    })
    const input = page.getByLabel('Arquivo para enviar')
    const give = (name: string, mimeType: string, size = 10) =>
      input.setInputFiles({ name, mimeType, buffer: Buffer.alloc(size, 'a') })
    await give('a.pdf', 'application/pdf')
    await expect(page.getByText('a.pdf: só imagens ou texto.')).toBeVisible()
    await give('b.txt', 'text/plain', 2 * 1024 * 1024)
    await expect(page.getByText('b.txt: maior que 1 MB.')).toBeVisible()
    expect(posted).toEqual([])
    await give('c.txt', 'text/plain')
    await expect(page.getByText('c.txt: enviado.')).toBeVisible()
    expect(posted).toEqual(['POST /'])
    status = 500
    await give('d.txt', 'text/plain')
    await expect(page.getByText('d.txt: o servidor recusou (500).')).toBeVisible()
  })
})
