import type { Locator } from '@playwright/test'
import { analyticsPage } from '../pages/analytics-page.ts'
import { shell } from '../pages/shell.ts'
import { createFilledAccount } from '../testing/filled-account.ts'
import { expect, test, WITH_MOTION } from '../testing/test.ts'
import { fontShown, settled } from '../testing/themes.ts'

test.use(WITH_MOTION)

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not in sight')
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
}

type Box = Awaited<ReturnType<typeof boxOf>>
const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const textBoxOf = (title: Locator): Promise<Box> =>
  title.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, top, right, bottom } = range.getBoundingClientRect()
    return { left, top, right, bottom }
  })

// Rule: P-DASH-27
test('with a pointer the buttons come under it, move nothing and cover no title', async ({ page, signIn, stack }) => {
  await signIn(await createFilledAccount(stack))
  const { open, topEmail } = analyticsPage(page)
  await open()
  await settled(page)
  await fontShown(page)
  const controls = topEmail.locator('.ui-widget__controls')
  const title = topEmail.getByRole('heading')
  await expect(controls).toHaveCSS('opacity', '0')
  const before = await textBoxOf(title)
  await topEmail.hover()
  await expect(controls).toHaveCSS('opacity', '1')
  await expect(controls.getByRole('button')).toHaveCount(4)
  expect(await textBoxOf(title)).toEqual(before)
  expect(meet(await boxOf(controls), before)).toBe(false)
  await page.mouse.move(0, 0)
  await expect(controls).toHaveCSS('opacity', '0')
  await controls.getByRole('button').first().focus()
  await expect(controls).toHaveCSS('opacity', '1')
})

test.describe('without a pointer', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1366, height: 900 } })

  // Rule: P-DASH-27
  test('each widget has one menu, beside a title of one line', async ({ page, signIn, stack }) => {
    await signIn(await createFilledAccount(stack))
    const { open, topEmail } = analyticsPage(page)
    await open()
    await settled(page)
    await fontShown(page)
    expect(await page.evaluate(() => matchMedia('(hover: none)').matches)).toBe(true)
    await expect(topEmail.getByRole('button')).toHaveCount(1)
    const { top, bottom } = await textBoxOf(topEmail.getByRole('heading'))
    expect(bottom - top).toBeLessThan(24)
    await topEmail.getByRole('button', { name: 'Mais ações' }).tap()
    await topEmail.getByRole('menuitem', { name: 'Fechar' }).tap()
    await expect(topEmail).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Reabrir Top 3 vazamentos E-mail' })).toBeFocused()
  })
})

// Rule: P-DASH-28
test('closed widgets leave no hole, stay closed over a reload, and come back from above the others', async ({
  page,
  signIn,
  stack,
}) => {
  await signIn(await createFilledAccount(stack))
  const { open, chart, total, topEmail, topPassword, reports } = analyticsPage(page)
  await open()
  await settled(page)
  for (const widget of [topEmail, topPassword]) {
    await widget.hover()
    await widget.getByRole('button', { name: 'Fechar' }).click()
  }
  await page.reload()
  await settled(page)
  await expect(topEmail).toHaveCount(0)
  const [first, last, whole] = await Promise.all([boxOf(total), boxOf(reports), boxOf(chart)])
  expect(first.left).toBeCloseTo(whole.left, 0)
  expect(last.right).toBeCloseTo(whole.right, 0)
  expect(last.left - first.right).toBeLessThan(20)
  expect(first.top).toBe(last.top)
  const back = page.getByRole('button', { name: 'Reabrir Top 3 vazamentos Senha' })
  await expect(back).toBeInViewport()
  await back.click()
  await expect(topPassword).toBeFocused()
})

for (const width of [1440, 390]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } })

    // Rule: P-TOAST-2
    test('a toast leaves user menu and log-out free', async ({ page, signIn }) => {
      await signIn()
      await page.goto('/app/main/analytics?token=unusable')
      const toast = page.locator('.Toastify__toast')
      await expect(toast).toContainText('O endereço trazia um acesso que não é válido.')
      await page.evaluate(() =>
        Promise.all(
          document
            .getAnimations()
            .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1000)
            .map(({ finished }) => finished),
        ),
      )
      const covered = await boxOf(toast)
      for (const part of [shell(page).userMenu, shell(page).logOut])
        expect(meet(covered, await boxOf(part))).toBe(false)
      // Playwright hovers what lies on top alone.
      await shell(page).userMenu.click()
      await page.getByRole('menuitem', { name: 'Conta' }).hover()
    })
  })
}
