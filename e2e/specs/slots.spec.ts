import type { Route } from '@playwright/test'
import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { fixtureFolder, remoteVariant } from '../testing/remote-variant.ts'
import { expect, test } from '../testing/test.ts'

const box = { id: 'box', slot: 'mfe-analytics/analytics/end', title: 'Caixa' }

// Rule: M-SPEED-9
test('a widget of another remote stands in the dashboard, and its files are asked for with those of the page', async ({
  page,
  signIn,
  startOwnGateway,
}) => {
  const guest = await remoteVariant(fixtureFolder, {
    edit: ({ artifact, ...descriptor }) => {
      const paths = artifact.files.map(({ path }) => path)
      const ofBox = paths.filter((path) => /^(remote|route-box)\./.test(path))
      return {
        ...descriptor,
        widgets: [box],
        artifact: { ...artifact, routeFiles: { ...artifact.routeFiles, box: ofBox } },
      }
    },
  })
  const gateway = await startOwnGateway({ remotes: [guest.folder] })
  await signIn({ origin: gateway.url })

  // Until the first round is through, no script runs that could ask for another.
  const held: Route[] = []
  let open = false
  const late: string[] = []
  await page.route(/\/(shell|remotes)\/.*\.js$/, (route) => {
    if (!open) return void held.push(route)
    late.push(route.request().url())
    return route.continue()
  })
  await page.goto(gateway.url + analyticsPath, { waitUntil: 'commit' })
  await expect.poll(() => held.some((route) => route.request().url().includes('route-box'))).toBe(true)
  await expect.poll(() => held.some((route) => route.request().url().includes('main.'))).toBe(true)
  open = true
  for (const route of held) await route.continue()

  await expect(analyticsPage(page).heading).toBeVisible()
  await expect(page.getByRole('region', { name: 'Caixa' })).toHaveText('De mfe-fixture')
  expect(late.filter((url) => url.includes('mfe-fixture'))).toEqual([])
  await guest.remove()
})
