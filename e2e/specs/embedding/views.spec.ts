import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../../testing/axe.ts'
import { openMeasured } from '../../testing/embedding/page-growth.ts'
import { expect, test } from '../../testing/embedding/portals.ts'

const ROUNDS = { warmUp: 20, counted: 10 }

// No trace: its recorder lives in the page, and is counted with it.
test.use({ viewport: { width: 768, height: 900 }, trace: 'off' })

const rowOf = (view: Locator) => view.getByRole('row', { name: /@/ }).first()

const mountViews = async (page: Page, address: string) => {
  await page.evaluate(() => {
    const element = document.createElement('atalaia-analytics')
    element.id = 'again'
    element.setAttribute('view', 'cases')
    Object.assign(element.style, { position: 'fixed', inset: '0', zIndex: '9', background: 'white' })
    document.body.append(
      Object.assign(element, {
        getToken: async () => (await fetch('/atalaia-token/views', { method: 'POST' })).text(),
      }),
    )
  })
  const again = page.locator('#again')
  await expect(rowOf(again)).toBeVisible()
  await again.evaluate((element, value) => element.setAttribute('address', value), address)
  await expect(again.getByRole('heading', { name: 'Onde vazou' })).toBeVisible()
  await again.evaluate((element) => element.remove())
}

// Rule: M-EMBED-3, M-EMBED-39, M-EMBED-43
test('a portal shows the cases and an address beside its dashboard, by keyboard, link, language and another token', async ({
  page,
  portals,
  consoleGuard,
}) => {
  const url = `${portals.urlOf('html')}/casos.html`
  const growth = await openMeasured(page, url)
  const cases = page.locator('#casos')
  const button = rowOf(cases).getByRole('button')
  await expect(page.locator('#painel').getByText('Total de Vazamentos')).toBeVisible()
  const address = (await button.textContent()) ?? ''
  await growth.expectNone(() => mountViews(page, address), ROUNDS)

  // Nothing of the list is beyond the edge of a narrow portal.
  expect(
    await cases.getByRole('table').evaluate((table) => table.scrollWidth <= Number(table.parentElement?.clientWidth)),
  ).toBe(true)

  // What a person searches is in the address of the portal; what is opened by the keyboard leads back to where it was.
  await cases.getByRole('searchbox').fill(address)
  await page.waitForURL(/casos\.html\?casos=filter%3D/)
  await button.focus()
  await page.keyboard.press('Enter')
  const opened = cases.getByRole('region', { name: address })
  await expect(opened).toBeFocused()
  await page.waitForURL(/address%3D/)
  const link = page.url()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
  await page.goto(link)
  await expect(opened.getByRole('heading', { name: 'Onde vazou' })).toBeVisible()
  await opened.getByRole('button', { name: 'Fechar' }).click()
  await expect(cases.getByRole('searchbox')).toHaveValue(address)

  // A token that is refused is renewed, and nobody notices.
  consoleGuard.allow(/status of 401/, 'the token that the test lets the API refuse')
  const refused = { status: 401, headers: { 'Access-Control-Allow-Origin': '*' }, body: '' }
  await page.route(/\/api\/casos/, (route) => route.fulfill(refused), { times: 1 })
  const renewed = page.waitForRequest(/\/atalaia-token\/views/)
  await cases.getByRole('searchbox').fill('')
  await renewed
  await expect.poll(() => cases.getByRole('row', { name: /@/ }).count()).toBeGreaterThan(1)

  // A case that is changed in one view is told to the page, which has the other one follow.
  await page.getByLabel('Email da pessoa').fill(address)
  await page.getByRole('button', { name: 'Mostrar' }).click()
  const person = page.locator('section', { hasText: 'Uma pessoa' }).locator('atalaia-analytics')
  await person.getByRole('button', { name: 'Tratar' }).first().click()
  await person.getByRole('combobox', { name: 'Estado' }).selectOption('em-andamento')
  await person.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('status').filter({ hasText: `O caso de ${address} agora é: em-andamento` })).toBeVisible()
  await cases.getByRole('searchbox').fill(address)
  await expect(cases.getByRole('row', { name: address }).filter({ hasText: 'Em andamento' })).toHaveCount(1)

  await cases.evaluate((element) => element.setAttribute('locale', 'en'))
  await expect(cases.getByRole('searchbox', { name: 'Search addresses' })).toBeVisible()

  // The same in a framework, in both themes.
  await page.goto(portals.urlOf('react18'))
  await page.locator('#painel').uncheck()
  await page.locator('#casos').check()
  await expect(rowOf(page.locator('atalaia-analytics'))).toBeVisible()
  await page.getByLabel('Email da pessoa').fill(address)
  await page.getByRole('button', { name: 'Mostrar' }).click()
  await expect(page.getByRole('heading', { name: 'Onde vazou' })).toBeVisible()
  await expectAccessible(page, 'views in a portal, light')
  await page.getByLabel('Tema escuro').check()
  await expect(page.locator('atalaia-analytics .ui-theme.dark')).toHaveCount(2)
  await expectAccessible(page, 'views in a portal, dark')
})
