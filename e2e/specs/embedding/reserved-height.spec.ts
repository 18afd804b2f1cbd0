import { expect, test } from '../../testing/embedding/portals.ts'

const HEIGHT = 900
const placeholder = `<template shadowrootmode="open"><svg display="block" width="1" height="${HEIGHT}"></svg></template></atalaia-analytics><p id="below">…</p>`

const createGate = () => {
  const gate = new EventTarget()
  return {
    opened: new Promise((resolve) => gate.addEventListener('open', resolve)),
    open: () => gate.dispatchEvent(new Event('open')),
  }
}

// Rule: M-EMBED-23
test('what stands below a placeholder from the server stays where it is while the dashboard loads', async ({
  page,
  portals,
}) => {
  const url = `${portals.urlOf('html')}/`
  await page.route(url, async (route) => {
    const answer = await route.fetch({ maxRetries: 1 })
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('</atalaia-analytics>', placeholder).replace(' theme=', ' show="add" theme='),
    })
  })
  const held = createGate()
  await page.route('**/atalaia-token', async (route) => {
    await held.opened
    await route.fallback()
  })
  const scripts = createGate()
  await page.route('**/embed.js', async (route) => {
    await scripts.opened
    await route.fallback()
  })
  await page.goto(url, { waitUntil: 'commit' })
  const below = page.locator('#below')
  const top = async () => (await below.boundingBox())?.y
  // Before the portal's own style is there its lines have another height.
  await expect(page.locator('h1')).toHaveCSS('font-family', /Comic/)
  const before = await top()
  expect(before).toBeGreaterThan(HEIGHT)
  scripts.open()
  await expect(page.locator('atalaia-analytics [aria-busy=true]')).toBeVisible()
  expect(await top()).toBe(before)
  held.open()
  // Only one small part is shown: the height is the dashboard's own once it stands.
  await expect.poll(top).toBeLessThan(HEIGHT)
})
