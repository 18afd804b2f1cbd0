import { followKit } from '../../testing/kit.ts'
import { expect, test, WITH_MOTION } from '../../testing/test.ts'

test.use(WITH_MOTION)

const pages = [
  { path: '/app/charts/overview', charts: 4 },
  { path: '/app/charts/apex', charts: 9 },
  { path: '/app/charts/echarts', charts: 6 },
  { path: '/app/charts/highcharts', charts: 6 },
]

for (const { path, charts } of pages) {
  // Rule: P-KIT-22
  test(`each chart of ${path} is drawn, named, and there as a table`, async ({ page, signIn }) => {
    await signIn()
    await page.goto(path)
    const figures = page.getByRole('main').getByRole('img', { name: /./ })
    await expect(figures).toHaveCount(charts)
    for (const figure of await figures.all()) {
      await figure.scrollIntoViewIfNeeded()
      await expect(figure.locator('svg, canvas').first()).toBeAttached()
    }
    const asTable = page.getByRole('button', { name: 'Ver como tabela' })
    for (let left = charts; left > 0; left -= 1) await asTable.first().click()
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(charts)
    await expect(figures).toHaveCount(0)
  })
}

test('a chart takes the colours of a theme chosen while it stands', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/app/charts/apex')
  const text = page.getByRole('img', { name: 'Visitas e retornos por mês' }).locator('.apexcharts-legend-text').first()
  const before = await text.evaluate((element) => getComputedStyle(element).color)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Menu de/ })
    .click()
  await page.getByRole('menuitemradio').nth(1).click()
  await expect(page.locator('body')).not.toHaveClass(/\bdark\b/)
  await expect.poll(() => text.evaluate((element) => getComputedStyle(element).color)).not.toBe(before)
})

// Rule: P-KIT-23
test('the live chart adds a point a second, and none while it is paused or out of sight', async ({ page, signIn }) => {
  await signIn()
  await page.clock.install()
  await page.goto('/app/charts/overview')
  const live = page.getByRole('region', { name: /^Ao vivo/ })
  await live.getByRole('button', { name: 'Ver como tabela' }).click()
  const newest = live.getByRole('row').nth(1).getByRole('rowheader')
  const passSeconds = async (seconds: number) => {
    await page.clock.runFor(seconds * 1000)
    return newest.textContent()
  }
  /** The chart begins, and goes on, once it knows that it is in sight. What came is drawn some time later. */
  const expectPoints = async () => {
    const before = await newest.textContent()
    await expect.poll(() => passSeconds(1)).not.toBe(before)
  }
  /** Begins once all is drawn, and the chart knows that it is out of sight. */
  const expectNoPoints = async () => {
    await expect
      .poll(async () => {
        const before = await newest.textContent()
        return (await passSeconds(5)) === before
      })
      .toBe(true)
    const before = await newest.textContent()
    expect(await passSeconds(5)).toBe(before)
  }
  await expectPoints()
  await live.getByRole('button', { name: 'Pausar' }).click()
  await expect(live.getByRole('button', { name: 'Continuar' })).toBeVisible()
  await expectNoPoints()
  await live.getByRole('button', { name: 'Continuar' }).click()
  await expectPoints()

  await page.getByRole('region', { name: 'Highcharts: câmbio' }).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(live).not.toBeInViewport()
  await expectNoPoints()
  await live.scrollIntoViewIfNeeded()
  await expectPoints()
})

test('a page of charts that is left while they are being drawn leaves nothing behind', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/app/profile')
  const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })
  for (const [path, name] of [
    ['charts/apex', 'Gráficos - Apex'],
    ['charts/echarts', 'Gráficos - ECharts'],
    ['charts/highcharts', 'Gráficos - Highcharts'],
  ] as const) {
    await followKit(page, path)
    await expect(heading(name)).toBeVisible()
    await followKit(page, 'profile')
    await expect(heading('Perfil')).toBeVisible()
  }
  // The console guard has the rest: a chart that goes on without its parts throws.
  await expect(page.locator('.kit-chart, .apexcharts-canvas')).toHaveCount(0)
})

for (const { path } of pages) {
  // Rule: M-RELEASE-13
  // Threat: T-PAGE-2
  test(`the charts of ${path} answer to the pointer and are printed, with markup that the page takes`, async ({
    page,
    signIn,
    consoleGuard,
  }) => {
    consoleGuard.allow(/reading 'toString'/, "ApexCharts' own fault under the pointer, with and without Trusted Types")
    await signIn()
    await page.goto(path)
    const figures = page.getByRole('main').getByRole('img', { name: /./ })
    await expect(figures.first()).toBeVisible()
    for (const figure of await figures.all()) {
      await figure.scrollIntoViewIfNeeded()
      await expect(figure.locator('svg, canvas').first()).toBeVisible()
      const { width = 0, height = 0 } = (await figure.boundingBox()) ?? {}
      for (const [x, y] of [
        [0.3, 0.5],
        [0.5, 0.4],
        [0.7, 0.6],
        [0.5, 0.95],
      ] as const)
        await figure.hover({ position: { x: width * x, y: height * y }, force: true })
    }
    await page.pdf()
    // The console guard has the rest: markup that is refused is an error on the console.
    if (path.endsWith('apex')) await expect(page.locator('.apexcharts-tooltip-text-y-value').first()).toBeAttached()
  })
}
