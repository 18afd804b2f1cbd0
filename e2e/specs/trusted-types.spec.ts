import type { Page } from '@playwright/test'
import { analyticsPath } from '../pages/analytics-page.ts'
import { guardConsole } from '../testing/console-guard.ts'
import { expect, test } from '../testing/test.ts'

const tryEach = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has what stands in here, and no more
    const set = (tag: string, property: string, text: string) => () =>
      Reflect.set(document.createElement(tag), property, text)
    const ways: Record<string, () => unknown> = {
      'a file of the release': set('script', 'src', document.querySelector('script[src]')?.getAttribute('src') ?? ''),
      'plain markup': set('div', 'innerHTML', '<b class="a">1</b>'),
      'a script of this origin': set('script', 'src', '/api/emails'),
      'a script of the shell that is none': set('script', 'src', '/shell/none.js'),
      'a script of another origin': set('script', 'src', 'https://elsewhere.example/x.js'),
      'a script as data': set('script', 'src', 'data:text/javascript,1'),
      'the text of a script': set('script', 'text', 'globalThis.ran = true'),
      'markup with a handler': set('div', 'innerHTML', '<img src="data:," onerror="globalThis.ran = true">'),
      'a document in a frame': set('iframe', 'srcdoc', '<script>parent.ran = true</script>'),
      'a parsed document': () => new DOMParser().parseFromString('<img src="data:,">', 'text/html'),
      'a fragment': () => document.createRange().createContextualFragment('<img src="data:,">'),
      'a worker': () => new Worker('data:text/javascript,1'),
      'another default policy': () => Reflect.get(globalThis, 'trustedTypes').createPolicy('default', {}),
      'a policy of another name': () => Reflect.get(globalThis, 'trustedTypes').createPolicy('other', {}),
    }
    const results = Object.entries(ways).map(([name, run]) => {
      try {
        run()
        return [name, 'taken']
      } catch (error) {
        return [name, error instanceof Error ? error.name : 'thrown']
      }
    })
    return new Promise((resolve) => {
      // In a task of its own: what a test evaluates may itself evaluate.
      setTimeout(() => {
        try {
          // oxlint-disable-next-line no-eval -- the call that the page has to refuse
          eval('globalThis.ran = true')
        } catch {}
        resolve(Object.fromEntries([...results, ['ran', String(Reflect.get(globalThis, 'ran'))]]))
      })
    })
  })

const REFUSED = {
  'a file of the release': 'taken',
  'plain markup': 'taken',
  'a script of this origin': 'TypeError',
  'a script of the shell that is none': 'TypeError',
  'a script of another origin': 'TypeError',
  'a script as data': 'TypeError',
  'the text of a script': 'TypeError',
  'markup with a handler': 'TypeError',
  'a document in a frame': 'TypeError',
  'a parsed document': 'TypeError',
  'a fragment': 'TypeError',
  'a worker': 'TypeError',
  'another default policy': 'TypeError',
  'a policy of another name': 'TypeError',
  ran: 'undefined',
}

for (const path of ['/', '/login', '/nao/existe', analyticsPath, '/app/charts/overview']) {
  // Rule: M-RELEASE-13
  // Threat: T-PAGE-1, T-PAGE-2
  test(`on ${path} no text becomes code, but for the files of the release`, async ({ page, signIn, consoleGuard }) => {
    consoleGuard.allow(/Trusted ?(Script|HTML|Type)|status of 404|Content Security Policy/, 'the attempts')
    if (path.startsWith('/app')) await signIn()
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    expect(await tryEach(page)).toEqual(REFUSED)
  })
}

// Rule: M-RELEASE-13
test('the console guard tells a text that was refused', async ({ browser, context, stack, consoleGuard }) => {
  consoleGuard.allow(/Trusted/, 'the attempt')
  const { check } = guardConsole(browser, context)
  const page = await context.newPage()
  await page.goto(`${stack.url}/login`)
  expect(check).not.toThrow()
  await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<img src="data:,">'
    } catch {}
  })
  expect(check).toThrow(/Trusted/)
})
