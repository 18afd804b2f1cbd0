import type { Page } from '@playwright/test'
import { analyticsPage, analyticsPath } from '../../pages/analytics-page.ts'
import { shell } from '../../pages/shell.ts'
import { activationReported, findCanaryBrowsers, inEachBrowser, reportFromEach } from '../../testing/canary-browsers.ts'
import { createFilledAccount } from '../../testing/filled-account.ts'
import { followKit } from '../../testing/kit.ts'
import { takeClock } from '../../testing/page-clock.ts'
import type { Replacement } from '../../testing/remote-variant.ts'
import { logMove } from '../../testing/log-move.ts'
import { expect, test, versionIn } from '../../testing/shipping-test.ts'

const name = 'mfe-analytics'
const title = 'Analises - Ativos Empresariais'
const titled = (version: string): Replacement => ({
  in: /^(route-analytics|\d+)\..*js$/,
  text: title,
  by: `${title} ${version}`,
})

const broken: Replacement = {
  in: /^remote\..*js$/,
  text: 'return[{id:"analytics"',
  by: 'throw Error("broken on purpose");return[{id:"analytics"',
}

const expectDashboard = async (page: Page, heading: string) => {
  await expect(analyticsPage(page).heading).toHaveText(heading)
  await expect(analyticsPage(page).emails.getByRole('table')).toBeVisible()
  await expect(shell(page).failure).toHaveCount(0)
}

const useAll = async (page: Page, heading: string) => {
  for (const [path, other] of [
    ['profile', 'Perfil'],
    ['ui/badge', 'UI - Selos'],
  ] as const) {
    await followKit(page, path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: other })).toBeVisible()
  }
  await shell(page).link('Analises').click()
  await expectDashboard(page, heading)
}

const shellLines = (hashes: Readonly<Record<string, string>>) =>
  Object.entries(hashes)
    .map(([path, hash]) => `      ${hash}  ${path}`)
    .join('\n')

test('a team ships its remote alone: a version is seen, a broken canary is taken back by the gateway, and an open tab works through it all @everyday', async ({
  browser,
  page: old,
  context,
  stack,
  shipping,
  signIn,
  consoleGuard,
}) => {
  consoleGuard.allow(/mfe-analytics 1\.3\.0: /, 'the broken canary')
  const { url, remotes, publish, visit } = shipping
  const before = await shipping.shellHashes()
  logMove(`shell before:\n${shellLines(before)}`)
  const [, token = ''] = (await remotes(['token', 'create', name])).split('\n')

  const { token: session } = await createFilledAccount(stack)
  await signIn({ origin: url, token: session })
  const visitor = await context.newPage()
  const clock = await takeClock(visitor)
  await old.goto(url + analyticsPath)
  await visitor.goto(url + analyticsPath)
  await expectDashboard(old, title)
  await expectDashboard(visitor, title)

  await publish(name, '1.2.0', { replace: [titled('1.2.0')] }, token)
  logMove(await remotes(['promote', name, '1.2.0', '--reason', 'the spring release'], token))
  expect(versionIn((await visit(analyticsPath)).release, name)).toBe('1.2.0')

  // Quietly offered to whoever has the page open.
  await clock.pass('01:05')
  await expect(visitor.getByText('Há uma versão nova desta página.')).toBeVisible()
  await expectDashboard(visitor, title)
  const seen = activationReported(visitor, { remote: name, version: '1.2.0' })
  await visitor.getByRole('button', { name: 'Recarregar', exact: true }).click()
  await expectDashboard(visitor, `${title} 1.2.0`)
  await visitor.clock.runFor(3_000)
  await seen
  logMove('1.2.0 is seen on the next load')
  await useAll(old, title)

  await publish(name, '1.3.0', { replace: [titled('1.3.0'), broken] }, token)
  logMove(await remotes(['promote', name, '1.3.0', '--percent', '50', '--reason', 'half of the browsers'], token))
  const cohort = await findCanaryBrowsers(shipping, { remote: name, version: '1.3.0', count: 20 })
  const [within, without] = [cohort.inside[0], cohort.outside[0]]
  // Each browser keeps its side.
  for (const [cookie, version] of [
    [within, '1.3.0'],
    [without, '1.2.0'],
  ] as const)
    for (const path of ['/login', analyticsPath])
      expect(versionIn((await visit(path, `atalaia_browser=${cookie}`)).release, name)).toBe(version)

  const storageState = await context.storageState()
  await inEachBrowser(
    browser,
    { gateway: shipping, storageState, cookies: cohort.outside.slice(0, 1) },
    async (page) => {
      await page.goto(analyticsPath)
      await expectDashboard(page, `${title} 1.2.0`)
    },
  )
  const real = await reportFromEach(
    browser,
    { gateway: shipping, storageState, cookies: cohort.inside },
    async (page) => {
      await page.goto(analyticsPath)
      await expectDashboard(page, `${title} 1.2.0`)
    },
  )
  logMove(
    `of 20 browsers of the canary, ${real} were opened and fell back to 1.2.0, with the dashboard working; each of the 20 sent its report`,
  )

  const history = () => remotes(['history', name])
  await expect
    .poll(history)
    .toMatch(/rollback 1\.3\.0 → 1\.2\.0 {2}by gateway {2}because 20 of 20 browsers could not bring up 1\.3\.0/)
  const afterwards = await visit(analyticsPath, `atalaia_browser=${within}`)
  expect(versionIn(afterwards.release, name)).toBe('1.2.0')
  await useAll(old, title)

  logMove(await remotes(['rollback', name, '--reason', 'the numbers are wrong'], token))
  await visitor.reload()
  await expectDashboard(visitor, title)
  await useAll(old, title)
  logMove(`history:\n${await history()}`)

  const after = await shipping.shellHashes()
  logMove(`shell after:\n${shellLines(after)}`)
  expect(after).toEqual(before)
  expect(consoleGuard.messages).toEqual([])
})
