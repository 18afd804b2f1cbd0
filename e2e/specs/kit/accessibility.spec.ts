import { expectAccessibleInBoth, openKit, turnTo } from '../../testing/kit.ts'
import { expect, test } from '../../testing/test.ts'
import { chooseTheme } from '../../testing/themes.ts'

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

/** Pages that one test walks: loading the document again takes longer than looking at a page. */
const PAGES_EACH = 5

for (let first = 0; first < paths.length; first += PAGES_EACH) {
  const walk = paths.slice(first, first + PAGES_EACH)
  // Rule: P-KIT-1, P-ACCESS-1
  test(`axe finds nothing on ${walk.join(', ')}`, async ({ page, signIn }) => {
    await signIn()
    for (const path of walk) {
      if (path === walk[0]) await openKit(page, path)
      else await turnTo(page, path)
      if (path === 'ui/buttons') {
        await page.getByRole('region', { name: 'Referência', exact: true }).scrollIntoViewIfNeeded()
        await expect(page.getByRole('heading', { name: 'ChartView', exact: true })).toBeAttached()
      }
      await expectAccessibleInBoth(page, path)
      await chooseTheme(page, 'dark')
    }
  })
}
