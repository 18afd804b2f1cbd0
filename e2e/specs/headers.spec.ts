import { analyticsPath } from '../pages/analytics-page.ts'
import { expect, test } from '../testing/test.ts'

// Rule: M-RELEASE-12
test('the content security policy allows no eval, and no inline script that it does not name @everyday', async ({
  stack,
}) => {
  const policy = (await fetch(stack.url)).headers.get('content-security-policy') ?? ''
  const scripts = policy.split(';').find((part) => /^\s*script-src /.test(part)) ?? policy
  expect(scripts).not.toBe('')
  expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
})

// Rule: M-RELEASE-19
test('a browser gets the page of the dashboard in less than 6,200 bytes once it asks again', async ({ stack }) => {
  const first = await fetch(stack.url + analyticsPath)
  const [known = ''] = String(first.headers.get('set-cookie')).split(';')
  const headers = { cookie: `token=1; ${known}`, 'accept-encoding': 'br' }
  const sent = async () => {
    const answer = await fetch(stack.url + analyticsPath, { headers })
    expect(answer.headers.get('content-encoding')).toBe('br')
    return Number(answer.headers.get('content-length'))
  }
  expect(await sent()).toBeGreaterThan(1000)
  await expect.poll(sent).toBeLessThan(6200)
})

// Rule: M-RELEASE-2
test('each script that a page preloads runs in it @everyday', async ({ page, signIn }) => {
  // webpack takes the element of a chunk away once it has run.
  await page.addInitScript(() => {
    const ran: string[] = []
    Object.assign(globalThis, { ran })
    document.addEventListener('load', ({ target }) => target instanceof HTMLScriptElement && ran.push(target.src), true)
  })
  for (const path of ['/', '/login', analyticsPath]) {
    if (path === analyticsPath) await signIn()
    const answer = await page.goto(path)
    const links = (await answer?.text())?.match(/<link[^>]+rel="preload"[^>]+as="script"[^>]*>/g) ?? []
    const preloaded = links.map((link) => new URL(link.match(/href="([^"]+)"/)?.[1] ?? '', page.url()).href)
    expect(preloaded, path).not.toEqual([])
    await expect
      .poll(() => page.evaluate(() => Reflect.get(globalThis, 'ran')), { message: path })
      .toEqual(expect.arrayContaining(preloaded))
  }
})
