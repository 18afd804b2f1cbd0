import { SESSION_COOKIE, STORAGE_KEYS } from '@atalaia/contracts'
// oxlint-disable-next-line no-restricted-imports -- the guard itself
import { test as base, type BrowserContext } from '@playwright/test'
import { createAccount, type SignedInAccount } from './account.ts'
import { guardConsole, type ConsoleGuard } from './console-guard.ts'
import { startFaultyGateway, startGateway, type FaultyGateway, type GatewayOptions } from './gateways.ts'
import { fixtureFolder } from './remote-variant.ts'
import type { Started } from './process.ts'
import { startStack, type Stack } from './stack.ts'

type WorkerParts = {
  readonly stack: Stack
  readonly account: SignedInAccount
  readonly faulty: FaultyGateway
}

type TestParts = {
  readonly consoleGuard: ConsoleGuard
  readonly signIn: (options?: SignInOptions) => Promise<void>
  readonly startOwnGateway: (options?: OwnGatewayOptions) => Promise<Started>
  /** `env` goes to its servers. The platform ends with the test. */
  readonly startOwnStack: typeof startStack
}

/** Keeps motion, which other tests stop. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

export type OwnGatewayOptions = Omit<GatewayOptions, 'api'>

export type SignInOptions = { readonly token?: string; readonly origin?: string; readonly theme?: string }

let marks = 0

const closePages = async (context: BrowserContext) => {
  for (const page of context.pages()) await page.close()
}

const store = async (context: BrowserContext, origin: string, items: Readonly<Record<string, string>>) => {
  const entries = Object.entries(items)
  if (context.pages().every((page) => page.url() === 'about:blank')) {
    // No page stands yet: the first one finds the storage filled, and needs no other page to fill it.
    await context.addInitScript(fillOnce, { origin, entries, mark: `test:filled:${(marks += 1)}` })
  } else {
    // A page of the origin that runs no script of ours.
    const page = await context.newPage()
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<title>-</title>' }))
    await page.goto(origin)
    await page.evaluate((all) => {
      for (const [key, value] of all) localStorage.setItem(key, value)
    }, entries)
    await page.close()
  }
  // Says that there is a session, and carries no token.
  await context.addCookies([{ name: SESSION_COOKIE, value: '1', url: origin }])
}

const fillOnce = ({ origin, entries, mark }: { origin: string; entries: [string, string][]; mark: string }) => {
  if (self.origin !== origin || localStorage.getItem(mark) !== null) return
  for (const [key, value] of [[mark, ''] as const, ...entries]) localStorage.setItem(key, value)
}

// All parts of a worker stand here, whichever specs use them: a spec with another set of them gets another worker, and
// the platform starts once more.
export const test = base.extend<TestParts, WorkerParts>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted parts from the pattern: none here
    async ({}, use) => {
      const stack = await startStack()
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker' },
  ],
  account: [async ({ stack }, use) => use(await createAccount(stack.url)), { scope: 'worker' }],
  faulty: [
    async ({ stack }, use) => {
      const gateway = await startFaultyGateway({ api: stack.url, remotes: [fixtureFolder] })
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
  consoleGuard: [
    async ({ browser, context }, use) => {
      const { guard, check } = guardConsole(browser, context)
      await use(guard)
      check()
    },
    { auto: true },
  ],
  signIn: async ({ context, stack, account }, use) =>
    use(({ token = account.token, origin = stack.url, theme } = {}) =>
      store(context, origin, { [STORAGE_KEYS.token]: token, ...(theme && { [STORAGE_KEYS.theme]: theme }) }),
    ),
  startOwnGateway: async ({ context, stack }, use) => {
    const started: Started[] = []
    const stop = async (gateway: Started) => {
      await closePages(context)
      await gateway.stop()
    }
    await use(async (options = {}) => {
      const gateway = await startGateway({ api: stack.url, ...options })
      started.push(gateway)
      return { url: gateway.url, stop: () => stop(gateway) }
    })
    for (const gateway of started) await stop(gateway)
  },
  startOwnStack: async ({ context }, use) => {
    const started: Stack[] = []
    await use(async (...options) => {
      const stack = await startStack(...options)
      started.push(stack)
      return stack
    })
    await closePages(context)
    for (const stack of started) await stack.stop()
  },
})

export { expect } from '@playwright/test'
