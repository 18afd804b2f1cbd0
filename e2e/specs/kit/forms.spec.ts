import { once } from 'node:events'
import type { Route } from '@playwright/test'
import { openKit } from '../../testing/kit.ts'
import { expect, test } from '../../testing/test.ts'

const answering = (status: number) => (route: Route) => route.fulfill({ status, body: '' })

test.beforeEach(async ({ page, signIn }) => {
  await signIn()
  await openKit(page, 'forms/elements')
})

// Rule: P-KIT-15
test('the six masks keep every digit that is typed fast, write the signs, and take nothing else', async ({ page }) => {
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

// Rule: P-KIT-16
test('fields keep their limits: three characters, sliders to 20 and 2000, a text area of 75 that grows', async ({
  page,
}) => {
  const short = page.getByLabel('Sigla')
  await short.pressSequentially('abcd')
  await expect(short).toHaveValue('abc')
  await expect(page.getByText('3 de 3 caracteres')).toBeVisible()

  const amount = page.getByRole('slider', { name: 'Quantidade' })
  await amount.press('End')
  await expect(amount).toHaveAttribute('aria-valuenow', '20')
  await expect(page.getByRole('slider', { name: 'Preço mínimo' })).toHaveAttribute('aria-valuenow', '200')
  const most = page.getByRole('slider', { name: 'Preço máximo' })
  await expect(most).toHaveAttribute('aria-valuenow', '1547')
  await expect(most).toHaveAttribute('aria-valuemax', '2000')

  const area = page.getByLabel('Mensagem')
  const height = async () => (await area.boundingBox())?.height ?? 0
  expect(await height()).toBeGreaterThanOrEqual(75)
  const before = await height()
  await area.fill('linha\n'.repeat(12))
  await expect.poll(height).toBeGreaterThan(before)
})

// Rule: P-KIT-17
test('a choice is found by keyboard and without accents; the calendar is in Portuguese, from Monday on', async ({
  page,
}) => {
  const field = page.getByRole('combobox', { name: 'Estado' })
  await field.fill('sao')
  const list = page.locator(`[id="${await field.getAttribute('aria-controls')}"]`)
  await expect(list.getByRole('option')).toHaveText(['São Paulo'])
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(field).toHaveValue('São Paulo')

  await page.getByLabel('Data', { exact: true }).click()
  await expect(page.locator('.react-datepicker__day-name').first()).toContainText(/^seg/i)
  await page.locator('.react-datepicker__day--015').first().click()
  await expect(page.getByLabel('Data', { exact: true })).toHaveValue(/^15\/\d\d\/\d{4}$/)
})

test('Markdown is shown as it is typed and a tag stays text, rich text takes bold, an image is previewed', async ({
  page,
}) => {
  await page.getByLabel('Texto em Markdown').fill('# Um\n\n<img src=x>')
  const view = page.getByRole('region', { name: 'Visualização' })
  await expect(view.getByRole('heading', { name: 'Um' })).toBeVisible()
  await expect(view.locator('img')).toHaveCount(0)

  const editor = page.getByRole('textbox', { name: 'Texto formatado' })
  await editor.press('Control+a')
  await editor.press('Delete')
  await page.getByRole('button', { name: 'Negrito' }).click()
  await editor.pressSequentially('forte')
  await expect(editor.locator('strong')).toHaveText('forte')

  const buffer = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
  await page
    .getByRole('button', { name: 'Imagem', exact: true })
    .setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer })
  await expect(page.getByRole('img', { name: 'Prévia' })).toBeVisible()
  await page.getByRole('button', { name: 'Remover imagem' }).click()
  await expect(page.getByRole('img', { name: 'Prévia' })).toHaveCount(0)
})

// Rule: M-RELEASE-13
// Threat: T-PAGE-2
test('what is pasted into the rich text keeps its form, and nothing of it runs or loads', async ({ page }) => {
  const editor = page.getByRole('textbox', { name: 'Texto formatado' })
  const paste = (html: string) =>
    editor.evaluate((element, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, html)
  await editor.press('Control+a')
  await editor.press('Delete')
  await paste(
    '<meta charset="utf-8"><style>p{color:red}</style><p style="color:red" onclick="globalThis.ran=1">um <b>dois</b></p>' +
      '<ul><li>três</li></ul><img src="/nada.png" onerror="globalThis.ran=1"><script>globalThis.ran=1</script>' +
      '<p><a href="https://atalaia.example/">quatro</a></p>',
  )
  await expect(editor.locator('strong')).toHaveText('dois')
  await expect(editor.getByRole('listitem')).toHaveText('três')
  await expect(editor.getByRole('link')).toHaveAttribute('href', 'https://atalaia.example/')
  await expect(editor.locator('img, script, [style], [onclick]')).toHaveCount(0)
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)

  // What the editor copies itself comes back as it was.
  await editor.press('Control+a')
  const copied = await editor.evaluate((element) => {
    const clipboardData = new DataTransfer()
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/html')
  })
  expect(copied).toContain('data-pm-slice')
  await editor.press('Delete')
  await paste(copied)
  await expect(editor.locator('strong')).toHaveText('dois')
  await expect(editor.getByRole('listitem')).toHaveText('três')
})

// Rule: P-KIT-3
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
  const held = new AbortController()
  answer = async (route) => {
    if (!held.signal.aborted) await once(held.signal, 'abort')
    await answering(200)(route)
  }
  await give('c.txt', 'text/plain')
  await expect(page.getByRole('progressbar', { name: 'Enviando c.txt' })).toBeVisible()
  held.abort()
  await expect(page.getByText('c.txt: enviado.')).toBeVisible()
  expect(posted).toEqual(['POST /'])
  answer = answering(500)
  await give('d.txt', 'text/plain')
  await expect(page.getByText('d.txt: o servidor recusou (500).')).toBeVisible()
  answer = (route) => route.abort()
  await give('e.txt', 'text/plain')
  await expect(page.getByText('e.txt: o envio falhou. Tente novamente.')).toBeVisible()
})
