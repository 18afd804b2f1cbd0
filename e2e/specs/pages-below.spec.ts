import type { Page } from '@playwright/test'
import { analyticsPath } from '../pages/analytics-page.ts'
import { expectAccessible, expectAccessibleInEachTheme } from '../testing/axe.ts'
import { createFilledAccount } from '../testing/filled-account.ts'
import { widthFaults } from '../testing/narrow.ts'
import { expect, test } from '../testing/test.ts'
import { standing } from '../testing/themes.ts'

const PAGES = {
  enderecos: 'Adicionar vários',
  casos: 'de 1 caso',
  dominios: 'Adicionar domínio',
  alertas: 'Adicionar webhook',
  relatorios: 'Conferir documento',
  incidentes: 'Registrar',
}

const openEach = async (page: Page, look: (path: string) => Promise<void>): Promise<void> => {
  for (const [path, action] of Object.entries(PAGES)) {
    await page.goto(`${analyticsPath}/${path}`)
    await expect(page.getByRole('button', { name: action }).or(page.getByLabel(action)).first()).toBeVisible()
    await standing(page)
    await look(path)
  }
}

// Tab reaches a group of radio buttons at the chosen one.
const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

const unreached = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate((controls) => {
    for (const control of document.querySelectorAll<HTMLElement>(`main :is(${controls})`))
      if (control.checkVisibility() && !control.matches(':disabled, [type=hidden], [type=radio]:not(:checked)'))
        control.dataset['left'] = ''
    window.scrollTo(0, 0)
  }, CONTROLS)
  // A field of a date has several stops, at which it stays the active element.
  const next = () =>
    page.evaluate(() => {
      const stop = document.activeElement
      if (!(stop instanceof HTMLElement) || stop === document.body) return false
      const isNew = !('seen' in stop.dataset) || 'last' in stop.dataset
      for (const last of document.querySelectorAll('[data-last]')) last.removeAttribute('data-last')
      stop.dataset['seen'] = ''
      stop.dataset['last'] = ''
      delete stop.dataset['left']
      return isNew
    })
  do await page.keyboard.press('Tab')
  while (await next())
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-left]')].map(({ outerHTML }) => outerHTML.slice(0, 200)),
  )
}

// Rule: P-ACCESS-1
test('axe finds nothing on the pages below the dashboard in any theme', async ({ page, signIn, stack }) => {
  await signIn(await createFilledAccount(stack))
  await openEach(page, (path) => expectAccessibleInEachTheme(page, path))
  await page.goto(`${analyticsPath}/dominios`)
  await page.getByRole('textbox', { name: 'Domínio' }).fill('acme-prova.com.br')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Aguardando verificação')).toBeVisible()
  await expectAccessibleInEachTheme(page, 'a domain that waits')
  await page.getByRole('button', { name: 'Remover acme-prova.com.br' }).click()
  await expectAccessible(page, 'the question before a removal')
})

// Rule: P-ACCESS-2, P-ACCESS-3
test('the pages below the dashboard fit 390 and 320 pixels, and Tab reaches each of their controls', async ({
  page,
  signIn,
  stack,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(await createFilledAccount(stack))
  await openEach(page, async (path) => {
    expect(await unreached(page), path).toEqual([])
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await widthFaults(page), `${path} at ${width} pixels`).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 844 })
  })
})
