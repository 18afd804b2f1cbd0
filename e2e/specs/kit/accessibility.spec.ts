import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '../../support/test.ts'

const paths = [
  '/app/charts/overview',
  '/app/charts/apex',
  '/app/charts/echarts',
  '/app/charts/highcharts',
  '/app/grid',
  '/app/maps/google',
  '/app/maps/amcharts',
]

for (const path of paths) {
  for (const theme of ['dark', 'light']) {
    test(`axe finds nothing on ${path} in the ${theme} theme`, async ({ page, signIn }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signIn({ theme })
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Demonstração')).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)).toEqual([])
    })
  }
}
