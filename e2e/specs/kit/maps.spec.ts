import { expect, test } from '../../testing/test.ts'

// Rule: P-KIT-25
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
  // The countries come in slices.
  await expect(page.locator('.kit-map__land')).toHaveCount(240)
  await page.getByRole('button', { name: 'Praça da Sé, São Paulo' }).click()
  await expect(page.locator('.leaflet-popup')).toContainText('Praça da Sé')
  expect(foreign).toEqual([])
})

// Rule: P-KIT-25
test("with a key the page frames Google's own map, and the policy lets it", async ({
  page,
  signIn,
  startOwnGateway,
}) => {
  const gateway = await startOwnGateway({ env: { GOOGLE_MAPS_KEY: 'AIza-a_key' } })
  const asked: URL[] = []
  // Google's answer stands in for Google: there is no key of theirs here.
  await page.route('https://www.google.com/**', (route) => {
    asked.push(new URL(route.request().url()))
    return route.fulfill({ contentType: 'text/html', body: '<p>mapa</p>' })
  })
  await signIn({ origin: gateway.url })
  await page.goto(`${gateway.url}/app/maps/google`)
  await expect(page.frameLocator('iframe[title^="Mapa: Praça da Sé"]').getByText('mapa')).toBeVisible()
  await expect(page.getByText(/^Sem chave do Google Maps/)).toHaveCount(0)
  const [frame] = asked
  expect(frame?.pathname).toBe('/maps/embed/v1/place')
  expect(frame?.searchParams.get('key')).toBe('AIza-a_key')
  expect(frame?.searchParams.get('q')).toMatch(/^-23\.\d+,-46\.\d+$/)
})

// Rule: P-KIT-25
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
