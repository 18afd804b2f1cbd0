import { expect, test } from '../../support/test.ts'

test('without a key the Google page says so and shows a marker on shapes of its own, with no call to others', async ({
  page,
  signIn,
  baseURL,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseURL ?? '')) foreign.push(request.url())
  })
  await signIn()
  await page.goto('/app/maps/google')
  await expect(page.getByText(/^Sem chave do Google Maps/)).toBeVisible()
  await page.getByRole('button', { name: 'Praça da Sé, São Paulo' }).click()
  await expect(page.locator('.leaflet-popup')).toContainText('Praça da Sé')
  expect(foreign).toEqual([])
})

test('on the world map a country is named on hover, selected by a click and by the list, and zoomed', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/app/maps/amcharts')
  const map = page.getByRole('img', { name: /^Mapa do mundo/ })
  await expect(map).toHaveAccessibleName('Mapa do mundo. Países selecionados: Brasil, Portugal, Angola.')
  const argentina = map.locator('[data-country="032"]')
  await argentina.hover({ force: true })
  await expect(page.getByRole('tooltip')).toHaveText('Argentina')
  await page.getByRole('combobox', { name: 'País' }).selectOption('Chile')
  await page.getByRole('button', { name: 'Marcar no mapa' }).click()
  await expect(map).toHaveAccessibleName(/Angola, Chile\.$/)
  await expect(map.locator('g')).toHaveAttribute('transform', /scale\(3\)/)
  await page.getByRole('button', { name: 'Mundo todo' }).click()
  await expect(map.locator('g')).toHaveAttribute('transform', /scale\(1\)/)
  await map.locator('[data-country="076"]').click()
  await expect(map).toHaveAccessibleName('Mapa do mundo. Países selecionados: Portugal, Angola, Chile.')
  await page.getByRole('button', { name: 'Tirar Chile' }).click()
  await expect(map).toHaveAccessibleName('Mapa do mundo. Países selecionados: Portugal, Angola.')
})
