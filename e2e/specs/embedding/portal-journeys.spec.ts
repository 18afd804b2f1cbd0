import { expectAccessible } from '../../testing/axe.ts'
import { expect, test } from '../../testing/embedding/portals.ts'
import { WITH_MOTION } from '../../testing/test.ts'

test.use(WITH_MOTION)

// A short way around portals whose promises are checked by hand, with `npm run lab -- portal-table`; examples.spec.ts checks the others.
for (const example of ['jquery', 'lit', 'preact', 'react16', 'react17', 'single-spa']) {
  // Rule: M-EMBED-21, M-EMBED-36, M-EMBED-39
  test(`the portal ${example} shows the dashboard, takes it away, and shows it again, with a silent console`, async ({
    page,
    portals,
    consoleGuard,
  }) => {
    // Its number 31: an application was not there within four seconds.
    if (example === 'single-spa')
      consoleGuard.allow(/single-spa minified message #31:/, 'a machine with much else to do')
    const element = page.locator('atalaia-analytics')
    const numbers = element.getByText('Total de Vazamentos')
    const panel = page.locator('#painel')
    await page.goto(portals.urlOf(example))
    for (let turn = 0; turn < 2; turn++) {
      await expect(numbers).toBeVisible()
      await expect(element.getByRole('row', { name: /@/ }).first()).toBeVisible()
      await panel.uncheck()
      await expect(element).toHaveCount(0)
      await panel.check()
    }
    await expect(numbers).toBeVisible()

    if (example === 'lit') {
      await element.evaluate((place) => place.setAttribute('locale', 'en'))
      await expect(element.getByRole('region', { name: 'Monitored emails', exact: true })).toBeVisible()
      await expect(element.locator('.ui-theme')).toHaveAttribute('lang', 'en')
      await expectAccessible(page, 'in English')
    }

    consoleGuard.allow(/too little contrast/, 'colours that the test sets')
    const told = page.waitForEvent('console', (message) => message.text().includes('too little contrast'))
    await element.evaluate((place) => {
      place.style.setProperty('--atalaia-text-muted', 'oklch(70% 0 0)')
      place.style.setProperty('--atalaia-surface', 'white')
      place.setAttribute('theme', 'sky')
    })
    expect((await told).text()).toMatch(/--atalaia-text-muted on --atalaia-surface has 2\.\d+, and 4\.5 is needed/)
  })
}

test("a frame of the portal's own origin shows the dashboard, under the policy of the documentation", async ({
  page,
  portals,
  consoleGuard,
}) => {
  consoleGuard.allow(
    /allow-scripts and allow-same-origin/,
    "the browser's warning about frames of the page's own origin",
  )
  await page.goto(portals.urlOf('iframe'))
  await expect(page.frameLocator('iframe').getByText('Total de Vazamentos')).toBeVisible()
})
