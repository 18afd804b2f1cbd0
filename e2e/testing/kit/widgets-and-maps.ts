import type { Page } from '@playwright/test'
import { pickUp } from '../keyboard.ts'
import { expect } from '../test.ts'

const INITIAL = ['Padrão', 'Ações', 'Carga automática', 'Espera própria', 'Notícias', 'Recolhido e fixo', 'Jumbotron']

export const lookAtGrid = async (page: Page) => {
  const titles = () =>
    page.getByRole('list', { name: 'Grade de widgets' }).getByRole('heading', { level: 2 }).allTextContents()
  const grip = (title: string) => page.getByRole('button', { name: `Mover ${title}` })
  await expect.poll(titles).toEqual(INITIAL)
  await pickUp(grip('Padrão'), 'Você pegou Padrão, que está no seu lugar.')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Padrão está no lugar de Ações.')).toBeAttached()
  await page.keyboard.press('Space')
  const swapped = ['Ações', 'Padrão', ...INITIAL.slice(2)]
  await expect.poll(titles).toEqual(swapped)
  await page.reload()
  await expect.poll(titles).toEqual(swapped)
  await page.getByRole('button', { name: 'Restaurar a grade' }).click()
  await expect.poll(titles).toEqual(INITIAL)

  await page.evaluate(() => scrollTo(0, 0))
  const [from, to] = [await grip('Padrão').boundingBox(), await grip('Jumbotron').boundingBox()]
  if (!from || !to) throw new Error('a grip is not in sight')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 40, { steps: 4 })
  await page.mouse.move(to.x + 14, to.y + 14, { steps: 12 })
  await page.mouse.up()
  await expect
    .poll(titles)
    .toEqual(['Ações', 'Carga automática', 'Espera própria', 'Notícias', 'Jumbotron', 'Recolhido e fixo', 'Padrão'])

  const jumbotron = page.getByRole('region', { name: 'Jumbotron' })
  await jumbotron.hover()
  await jumbotron.getByRole('button', { name: 'Tela cheia' }).click()
  await expect(jumbotron).toHaveCSS('position', 'fixed')
  await jumbotron.getByRole('button', { name: 'Restaurar' }).click()
  await expect(jumbotron).not.toHaveCSS('position', 'fixed')
}

export const lookAtMarker = async (page: Page) => {
  await expect(page.getByText(/^Sem chave do Google Maps/)).toBeVisible()
  // The countries come in slices.
  await expect(page.locator('.kit-map__land')).toHaveCount(240)
  await page.getByRole('button', { name: 'Praça da Sé, São Paulo' }).click()
  await expect(page.locator('.leaflet-popup')).toContainText('Praça da Sé')
}

export const lookAtWorld = async (page: Page) => {
  const map = page.getByRole('img', { name: /^Mapa do mundo/ })
  const selected = (names: string) => expect(map).toHaveAccessibleName(`Mapa do mundo. Países selecionados: ${names}.`)
  await selected('Brasil, Portugal, Angola')
  await map.locator('[data-country="032"]').hover({ force: true })
  await expect(page.getByRole('tooltip')).toHaveText('Argentina')
  await page.getByRole('combobox', { name: 'País' }).selectOption('Chile')
  await page.getByRole('button', { name: 'Marcar no mapa' }).click()
  await selected('Brasil, Portugal, Angola, Chile')
  await expect(map.locator('g')).toHaveAttribute('transform', /scale\(3\)/)
  await page.getByRole('button', { name: 'Mundo todo' }).click()
  await expect(map.locator('g')).toHaveAttribute('transform', /scale\(1\)/)
  await map.locator('[data-country="076"]').click()
  await selected('Portugal, Angola, Chile')
  await page.getByRole('button', { name: 'Tirar Chile' }).click()
  await selected('Portugal, Angola')
}
