import { once } from 'node:events'
import type { Locator, Page, Route } from '@playwright/test'
import { expect } from '../test.ts'

const clear = async (editor: Locator) => {
  await editor.press('Control+a')
  await editor.press('Delete')
}

const paste = (editor: Locator, html: string) =>
  editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

const lookAtRichText = async (page: Page) => {
  const editor = page.getByRole('textbox', { name: 'Texto formatado' })
  await clear(editor)
  await page.getByRole('button', { name: 'Negrito' }).click()
  await editor.pressSequentially('forte')
  await expect(editor.locator('strong')).toHaveText('forte')
  await clear(editor)
  await paste(
    editor,
    '<meta charset="utf-8"><style>p{color:red}</style><p style="color:red" onclick="globalThis.ran=1">um <b>dois</b></p>' +
      '<ul><li>três</li></ul><img src="/nada.png" onerror="globalThis.ran=1"><script>globalThis.ran=1</script>' +
      '<p><a href="https://atalaia.example/">quatro</a></p>',
  )
  await expect(editor.locator('strong')).toHaveText('dois')
  await expect(editor.getByRole('link')).toHaveAttribute('href', 'https://atalaia.example/')
  await expect(editor.locator('img, script, [style], [onclick]')).toHaveCount(0)
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  await editor.press('Control+a')
  const copied = await editor.evaluate((element) => {
    const clipboardData = new DataTransfer()
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/html')
  })
  expect(copied).toContain('data-pm-slice')
  await editor.press('Delete')
  await paste(editor, copied)
  await expect(editor.locator('strong')).toHaveText('dois')
  await expect(editor.getByRole('listitem')).toHaveText('três')
}

const answering = (status: number) => (route: Route) => route.fulfill({ status, body: '' })

const lookAtDropZone = async (page: Page) => {
  const posted: string[] = []
  let answer = answering(200)
  await page.route('/', (route) => {
    posted.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`)
    return answer(route)
  })
  const give = (name: string, mimeType: string, size = 10) =>
    page.getByLabel('Arquivo para enviar').setInputFiles({ name, mimeType, buffer: Buffer.alloc(size, 'a') })
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
  await page.unroute('/')
}

export const lookAtElements = async (page: Page) => {
  await page.getByLabel('Sigla').pressSequentially('abcd')
  await expect(page.getByLabel('Sigla')).toHaveValue('abc')
  const slider = (name: string) => page.getByRole('slider', { name })
  await slider('Quantidade').press('End')
  await expect(slider('Quantidade')).toHaveAttribute('aria-valuenow', '20')
  await expect(slider('Preço mínimo')).toHaveAttribute('aria-valuenow', '200')
  await expect(slider('Preço máximo')).toHaveAttribute('aria-valuenow', '1547')
  await expect(slider('Preço máximo')).toHaveAttribute('aria-valuemax', '2000')
  const area = page.getByLabel('Mensagem')
  const height = async () => (await area.boundingBox())?.height ?? 0
  const before = await height()
  expect(before).toBeGreaterThanOrEqual(75)
  await area.fill('linha\n'.repeat(12))
  await expect.poll(height).toBeGreaterThan(before)

  const state = page.getByRole('combobox', { name: 'Estado' })
  await state.fill('sao')
  const list = page.locator(`[id="${await state.getAttribute('aria-controls')}"]`)
  await expect(list.getByRole('option')).toHaveText(['São Paulo'])
  await state.press('ArrowDown')
  await state.press('Enter')
  await expect(state).toHaveValue('São Paulo')
  await page.getByLabel('Data', { exact: true }).click()
  await expect(page.locator('.react-datepicker__day-name').first()).toContainText(/^seg/i)
  await page.locator('.react-datepicker__day--015').first().click()
  await expect(page.getByLabel('Data', { exact: true })).toHaveValue(/^15\/\d\d\/\d{4}$/)

  const buffer = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
  const image = page.getByRole('button', { name: 'Imagem', exact: true })
  await image.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer })
  await expect(page.getByRole('img', { name: 'Prévia' })).toBeVisible()
  await page.getByRole('button', { name: 'Remover imagem' }).click()
  await expect(page.getByRole('img', { name: 'Prévia' })).toHaveCount(0)
  await page.getByLabel('Texto em Markdown').fill('## Um\n\n<img src=x>')
  const view = page.getByRole('region', { name: 'Visualização' })
  await expect(view.getByRole('heading', { name: 'Um' })).toBeVisible()
  await expect(view.locator('img')).toHaveCount(0)
  await lookAtRichText(page)
  await lookAtDropZone(page)
}
