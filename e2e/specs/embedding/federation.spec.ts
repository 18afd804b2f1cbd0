import type { Page } from '@playwright/test'
import { expect, test } from '../../testing/embedding/portals.ts'

const DRAWS = 'onCommitFiberUnmount'

const watch = (page: Page) => {
  const scripts: Promise<string | undefined>[] = []
  const errors: string[] = []
  page.on('response', (answer) => {
    const { origin, pathname } = new URL(answer.url())
    if (!pathname.endsWith('.js')) return
    const drawing = answer.text().then((text) => (text.includes(DRAWS) ? origin : undefined))
    // A script that is still on its way when the test ends has no text; one that is asked about fails in `drawing`.
    drawing.catch(() => undefined)
    scripts.push(drawing)
  })
  page.on('pageerror', ({ message }) => errors.push(message))
  return {
    errors,
    drawing: async () => (await Promise.all(scripts)).filter((origin) => origin !== undefined),
  }
}

const shown = async (page: Page) => {
  await expect(page.getByText('Total de Vazamentos')).toBeVisible()
  await expect(page.getByRole('row', { name: /@/ }).first()).toBeVisible()
}

const ownGlobals = (page: Page) =>
  page.evaluate(() => Object.getOwnPropertyNames(globalThis).filter((name) => name.includes('mfe_analytics')))

// Rule: M-EMBED-38
test('a federation host that is not ours shows the dashboard on its own React, changes it, and takes it down whole', async ({
  page,
  portals,
  consoleGuard,
}) => {
  consoleGuard.allow(/Federation Runtime.*already registered/, 'opened again, the example registers it again')
  const intranet = portals.urlOf('federation')
  const { errors, drawing } = watch(page)
  await page.goto(intranet)
  await shown(page)
  expect(await drawing()).toEqual([intranet])

  await page.getByLabel('Tema escuro').check()
  await expect(page.locator('.ui-theme.dark')).toBeVisible()
  await page.getByRole('button', { name: 'Fechar o painel' }).click()
  await expect(page.getByText('Total de Vazamentos')).toHaveCount(0)
  await page.getByRole('button', { name: 'Abrir o painel' }).click()
  await shown(page)
  expect(await ownGlobals(page)).toEqual([])

  // A second host of the page has a share scope of its own.
  const kind = await page.evaluate(async (): Promise<string> => {
    const entry = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/remoteEntry.mjs'))
    const { init, get } = await import(entry?.name ?? '')
    await init({})
    return typeof (await get('./dashboard'))().mount
  })
  expect(kind).toBe('function')
  expect(errors).toEqual([])
})

/** Edits the host's first script, which has its shared modules. */
const share = (page: Page, intranet: string, edit: (script: string) => string) =>
  page.route(`${intranet}/main.js`, async (route) => {
    const answer = await route.fetch({ maxRetries: 1 })
    await route.fulfill({ response: answer, body: edit(await answer.text()) })
  })

// Rule: M-EMBED-38
test('a federation host with another React of the range shows the dashboard on it', async ({ page, portals }) => {
  const intranet = portals.urlOf('federation')
  await share(page, intranet, (script) => script.replaceAll('19.3.1', '19.2.0'))
  const { errors, drawing } = watch(page)
  await page.goto(intranet)
  await shown(page)
  expect(await drawing()).toEqual([intranet])
  expect(errors).toEqual([])
})

// Rule: M-EMBED-38
test('a federation host that shares React without its React DOM keeps it, and the dashboard brings its own', async ({
  page,
  portals,
}) => {
  const intranet = portals.urlOf('federation')
  await share(page, intranet, (script) => script.replaceAll('react-dom/client', 'react-dom/other'))
  const { errors, drawing } = watch(page)
  await page.goto(intranet)
  await shown(page)
  expect(await drawing()).toHaveLength(2)
  expect(errors).toEqual([])
})

// Rule: M-EMBED-4, M-EMBED-38
test('a federation host with another React keeps it, and the dashboard brings its own, also as a script', async ({
  page,
  portals,
}) => {
  const intranet = portals.urlOf('federation')
  await share(page, intranet, (script) => script.replaceAll('19.3.1', '18.3.1'))
  await page.route(/\/\d+\.js$/, async (route) => {
    const answer = await route.fetch({ maxRetries: 1 })
    const text = await answer.text()
    const asScript = text.replaceAll('remoteEntry.mjs', 'remoteEntry.js').replaceAll('type:"module"', 'type:"global"')
    await route.fulfill({ response: answer, body: asScript })
  })
  const { errors, drawing } = watch(page)
  await page.goto(intranet)
  await shown(page)
  expect(await ownGlobals(page)).toEqual(['mfe_analytics'])
  const origins = await drawing()
  expect(origins).toHaveLength(2)
  expect(origins).toContain(intranet)
  expect(errors).toEqual([])
})
