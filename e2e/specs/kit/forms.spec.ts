import { EventEmitter, once } from 'node:events'
import type { Route } from '@playwright/test'
import { expectAccessibleInBoth, openKit } from '../../support/kit.ts'
import { expect, test } from '../../support/test.ts'

const answering = (status: number) => (route: Route) => route.fulfill({ status, body: '' })

test.beforeEach(async ({ signIn }) => signIn())

for (const path of ['forms/elements', 'forms/validation', 'forms/wizard']) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await openKit(page, path)
    await expectAccessibleInBoth(page, path)
  })
}

test.describe('form elements', () => {
  test.beforeEach(async ({ page }) => openKit(page, 'forms/elements'))

  test('the six masks keep every digit that is typed fast, write the signs, and take nothing else', async ({
    page,
  }) => {
    const masks = {
      Telefone: ['(11) 98765x4321', '(119) 876-5432'],
      'Telefone internacional': ['5511987654321', '+551 198 765 432'],
      Hora: ['23a59', '23:59'],
      CEP: ['013100', '013100'],
      'Número do cartão': ['4111111111111111', '4111 1111 1111 1111'],
      Validade: ['1227', '12/27'],
    }
    for (const [label, [typed = '', shown = '']] of Object.entries(masks)) {
      const field = page.getByLabel(label, { exact: true })
      await field.pressSequentially(typed)
      await expect(field).toHaveValue(shown)
      await field.press('Backspace')
      await expect(field).toHaveValue(shown.slice(0, -1))
    }
    const card = page.getByLabel('Número do cartão')
    await card.press('Home')
    await card.press('Delete')
    await expect(card).toHaveValue('1111 1111 1111 11')
  })

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

  test('the drop zone refuses by type and by size, posts to the root, shows that it does, and says when it fails', async ({
    page,
    consoleGuard,
  }) => {
    consoleGuard.allow(/status of 500/, 'the answer that is tested')
    consoleGuard.allow(/net::ERR_FAILED/, 'the broken line that is tested')
    const posted: string[] = []
    let answer = answering(200)
    await page.route('/', (route) => {
      posted.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`)
      return answer(route)
    })
    const input = page.getByLabel('Arquivo para enviar')
    const give = (name: string, mimeType: string, size = 10) =>
      input.setInputFiles({ name, mimeType, buffer: Buffer.alloc(size, 'a') })
    await give('a.pdf', 'application/pdf')
    await expect(page.getByText('a.pdf: só imagens ou texto.')).toBeVisible()
    await give('b.txt', 'text/plain', 2 * 1024 * 1024)
    await expect(page.getByText('b.txt: maior que 1 MB.')).toBeVisible()
    expect(posted).toEqual([])
    const held = new EventEmitter()
    answer = async (route) => {
      await once(held, 'release')
      await answering(200)(route)
    }
    await give('c.txt', 'text/plain')
    await expect(page.getByRole('progressbar', { name: 'Enviando c.txt' })).toBeVisible()
    held.emit('release')
    await expect(page.getByText('c.txt: enviado.')).toBeVisible()
    expect(posted).toEqual(['POST /'])
    answer = answering(500)
    await give('d.txt', 'text/plain')
    await expect(page.getByText('d.txt: o servidor recusou (500).')).toBeVisible()
    answer = (route) => route.abort()
    await give('e.txt', 'text/plain')
    await expect(page.getByText('e.txt: o envio falhou. Tente novamente.')).toBeVisible()
  })
})
