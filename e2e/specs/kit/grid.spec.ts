import type { Page } from '@playwright/test'
import { expect, test } from '../../testing/test.ts'

const titles = (page: Page) =>
  page.getByRole('list', { name: 'Grade de widgets' }).getByRole('heading', { level: 2 }).allTextContents()

const initial = ['Padrão', 'Ações', 'Carga automática', 'Espera própria', 'Notícias', 'Recolhido e fixo', 'Jumbotron']
const swapped = ['Ações', 'Padrão', ...initial.slice(2)]

test.beforeEach(async ({ page, signIn }) => {
  await signIn()
  await page.goto('/app/grid')
  await expect(page.getByRole('heading', { level: 1, name: 'Grade' })).toBeVisible()
})

// Rule: P-KIT-5
test('widgets moved by keyboard stay so after a reload, until the grid is reset', async ({ page }) => {
  expect(await titles(page)).toEqual(initial)
  const grip = page.getByRole('button', { name: 'Mover Padrão' })
  await grip.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Você pegou Padrão, que está no seu lugar.')).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Padrão está no lugar de Ações.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(() => titles(page)).toEqual(swapped)
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(swapped)
  await page.getByRole('button', { name: 'Restaurar a grade' }).click()
  await expect.poll(() => titles(page)).toEqual(initial)
})

// Rule: P-KIT-5
test('widgets are moved by the pointer, past the fixed one, which keeps its place', async ({ page }) => {
  const from = await page.getByRole('button', { name: 'Mover Padrão' }).boundingBox()
  const to = await page.getByRole('button', { name: 'Mover Jumbotron' }).boundingBox()
  if (!from || !to) throw new Error('a grip is not in sight')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 40, { steps: 4 })
  await page.mouse.move(to.x + 14, to.y + 14, { steps: 12 })
  await page.mouse.up()
  await expect
    .poll(() => titles(page))
    .toEqual(['Ações', 'Carga automática', 'Espera própria', 'Notícias', 'Jumbotron', 'Recolhido e fixo', 'Padrão'])
})

// Rule: P-KIT-6
test('a refresh shows the loader and then other content, without a call', async ({ page }) => {
  const requests: string[] = []
  // The page's own: its reports of how fast it is, its font, which comes late (M-SPEED-7), and what it tells of the organisation.
  const own = /\/shell\/(vitals|organisation-notices)\.|\/-\/|\.woff2$|\/organizacao\/avisos$/
  page.on('request', (request) => {
    if (!own.test(request.url())) requests.push(request.url())
  })
  const widget = page.getByRole('region', { name: 'Espera própria' })
  await expect(widget).toContainText('1.284')
  await widget.hover()
  await widget.getByRole('button', { name: 'Carregar de novo' }).click()
  await expect(widget).toContainText('1.301')
  expect(requests).toEqual([])
})

test('the automatic load brings other content every two seconds, and none while it is paused', async ({ page }) => {
  await page.clock.install()
  await page.reload()
  const widget = page.getByRole('region', { name: 'Carga automática' })
  const values = () => widget.getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'Pausar a carga' }).click()
  const resume = page.getByRole('button', { name: 'Continuar a carga' })
  await expect(resume).toBeVisible()
  // From here on time passes only where the test says so.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await expect(widget).toHaveAttribute('aria-busy', 'false')
  const paused = await values()
  expect(paused).toHaveLength(3)

  await resume.click()
  await page.clock.runFor(1_900)
  expect(await values()).toEqual(paused)
  await page.clock.runFor(400)
  await expect.poll(values).not.toEqual(paused)
  await page.getByRole('button', { name: 'Pausar a carga' }).click()
  const loaded = await values()
  await page.clock.runFor(10_000)
  expect(await values()).toEqual(loaded)
})

// Rule: P-KIT-8
test('closing the news asks first: No keeps the widget, Yes removes it until the grid is reset', async ({ page }) => {
  const news = page.getByRole('region', { name: 'Notícias' })
  const dialog = page.getByRole('dialog', { name: 'Sure?' })
  await news.hover()
  await news.getByRole('button', { name: 'Fechar' }).click()
  await expect(dialog).toContainText('Do you really want to unrevertably remove this super news widget?')
  await dialog.getByRole('button', { name: 'No', exact: true }).click()
  await expect(news).toBeVisible()
  await news.hover()
  await news.getByRole('button', { name: 'Fechar' }).click()
  await dialog.getByRole('button', { name: 'Yes, remove widget' }).click()
  await expect(news).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Restaurar a grade' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Padrão' })).toBeVisible()
  await expect(news).toHaveCount(0)
  await page.getByRole('button', { name: 'Restaurar a grade' }).click()
  await expect(news).toBeVisible()
})

// Rule: P-KIT-9
test('the fixed widget begins collapsed and has no close; the jumbotron fills the screen and is restored', async ({
  page,
}) => {
  const fixed = page.getByRole('region', { name: 'Recolhido e fixo' })
  await expect(fixed.getByText('Este widget não sai do lugar')).toBeHidden()
  await expect(fixed.getByRole('button', { name: 'Fechar' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mover Recolhido e fixo' })).toHaveCount(0)
  const jumbotron = page.getByRole('region', { name: 'Jumbotron' })
  await jumbotron.hover()
  await jumbotron.getByRole('button', { name: 'Tela cheia' }).click()
  await expect(jumbotron).toHaveCSS('position', 'fixed')
  await jumbotron.getByRole('button', { name: 'Restaurar' }).click()
  await expect(jumbotron).not.toHaveCSS('position', 'fixed')
})
