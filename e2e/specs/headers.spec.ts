import { analyticsPath } from '../pages/analytics-page.ts'
import { expect, test } from '../testing/test.ts'

const scriptOf = (html: string): string => {
  const found = /<script[^>]+src="([^"]+main[^"]*)"/.exec(html)?.[1]
  if (!found) throw new Error('the page has no main script')
  return found
}

// Rule: M-RELEASE-7
test('pages are never cached, files under immutable addresses for ever', async ({ stack }) => {
  const answer = await fetch(stack.url + analyticsPath)
  expect(answer.headers.get('cache-control')).toContain('no-')
  const file = await fetch(stack.url + scriptOf(await answer.text()), { headers: { 'accept-encoding': 'br' } })
  expect(file.headers.get('cache-control')).toContain('immutable')
  expect(file.headers.get('content-encoding')).toBe('br')
})

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
test('the page of the dashboard is sent in less than 8,000 bytes once it is asked for again', async ({ stack }) => {
  const headers = { cookie: 'token=1', 'accept-encoding': 'br' }
  const sent = async () => {
    const answer = await fetch(stack.url + analyticsPath, { headers })
    expect(answer.headers.get('content-encoding')).toBe('br')
    return Number(answer.headers.get('content-length'))
  }
  expect(await sent()).toBeGreaterThan(1000)
  await expect.poll(sent).toBeLessThan(8000)
})

// Rule: M-GATEWAY-5
test('an unknown file address answers 404, not the page', async ({ stack }) => {
  for (const path of ['/remotes/mfe-auth/1.0.0/nothing.js', '/shell/nothing.js', '/favicon-of-nobody.png']) {
    const answer = await fetch(stack.url + path)
    expect(answer.status, path).toBe(404)
    expect(await answer.text(), path).not.toContain('<html')
  }
})

// Rule: M-RELEASE-2
test('the page of a route preloads what the route needs, with the hashes of the files', async ({ stack }) => {
  const html = await (await fetch(stack.url + analyticsPath, { headers: { cookie: 'token=1' } })).text()
  const links = html.match(/<link[^>]+rel="(?:module)?preload"[^>]*>/g) ?? []
  expect(links.some((link) => link.includes('mfe-analytics'))).toBe(true)
  expect(links.some((link) => link.includes('mfe-landing'))).toBe(false)
  for (const link of links.filter((text) => text.includes('as="script"'))) {
    expect(link).toMatch(/integrity="sha384-/)
    expect(link).toContain('crossorigin')
  }
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
