import { expectAccessibleInBoth, openKit } from '../../testing/kit.ts'
import { expect, test } from '../../testing/test.ts'

const paths = [
  'charts/overview',
  'charts/apex',
  'charts/echarts',
  'charts/highcharts',
  'grid',
  'maps/google',
  'maps/amcharts',
  'forms/elements',
  'forms/validation',
  'forms/wizard',
  'profile',
  'tables/basic',
  'tables/dynamic',
  'ui/alerts',
  'ui/badge',
  'ui/buttons',
  'ui/card',
  'ui/carousel',
  'ui/catalog',
  'ui/jumbotron',
  'ui/icons',
  'ui/list-groups',
  'ui/modal',
  'ui/nav',
  'ui/navbar',
  'ui/notifications',
  'ui/platform',
  'ui/popovers',
  'ui/progress',
  'ui/tabs',
]

for (const path of paths) {
  // Rule: P-KIT-1, P-ACCESS-1
  test(`axe finds nothing on ${path}`, async ({ page, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn()
    await openKit(page, path)
    if (path === 'ui/buttons') {
      await page.getByRole('region', { name: 'Referência', exact: true }).scrollIntoViewIfNeeded()
      await expect(page.getByRole('heading', { name: 'ChartView', exact: true })).toBeAttached()
    }
    await expectAccessibleInBoth(page, path)
  })
}
