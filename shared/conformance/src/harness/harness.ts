import { ANALYTICS_ELEMENT } from '@atalaia/contracts'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Door } from '../door.ts'
import { createMockApis, type MockApi } from './mock-api.ts'
import { mountInPage, type MountOptions } from './mount-in-page.ts'
import { createMounted, type Mounted } from './mounted.ts'
import { findEmbed, ownElement } from './find-embed.ts'
import { openPage, type Found } from './portal.ts'

export type Harness = {
  readonly page: Page
  readonly door: Door
  readonly embed: Found
  readonly own: Locator
  /** Stacks of uncaught exceptions, in page and frames. */
  readonly exceptions: readonly string[]
  readonly toggle: string | undefined
  /** Time for a promise after loading. Loading has 12 s. */
  readonly patienceMs: number
  readonly console: readonly string[]
  /** Element's messages from `from` on; a portal may log its codes too. */
  said(from: number): readonly string[]
  api(): MockApi
  /** Default: `summary` alone. */
  mount(options: MountOptions): Promise<Mounted>
  /** In a new tab, closed afterwards. */
  again<Value>(use: (harness: Harness) => Promise<Value>, before?: (page: Page) => Promise<unknown>): Promise<Value>
}

/** Prefix of the federation module's console messages. */
const MODULE_SPEAKS = 'mfe_analytics/dashboard:'

let mounted = 0

export type HarnessOptions = {
  readonly url: string
  readonly door: Door
  readonly toggle?: string | undefined
  readonly patienceMs: number
  readonly before?: ((page: Page) => Promise<unknown>) | undefined
}

/** Throws `UnusablePage` without the page's own element. */
export const openHarness = async (context: BrowserContext, options: HarnessOptions): Promise<Harness> => {
  const { url, door, toggle, patienceMs, before } = options
  const messages: string[] = []
  const exceptions: string[] = []
  const page = await openPage(context, url, async (opened) => {
    opened.on('console', (message) => messages.push(message.text()))
    opened.on('pageerror', (error) => exceptions.push(error.stack ?? error.message))
    await before?.(opened)
  })
  const embed = await findEmbed(page, door)
  const api = await createMockApis(page, embed.api)

  const mount = async (given: MountOptions): Promise<Mounted> => {
    mounted += 1
    const id = String(mounted)
    const attributes = { show: 'summary', ...given.attributes }
    const handle = await page.evaluateHandle(mountInPage, {
      id,
      door,
      frame: embed.frame,
      module: embed.container,
      options: { ...given, attributes },
    })
    return createMounted({ page, id, handle, door })
  }
  const again: Harness['again'] = async (use, beforehand) => {
    const other = await openHarness(context, { ...options, before: beforehand })
    try {
      return await use(other)
    } finally {
      await other.page.close()
    }
  }
  const speaker = door === 'federation' ? MODULE_SPEAKS : `<${ANALYTICS_ELEMENT}>`
  const said: Harness['said'] = (from) => messages.slice(from).filter((text) => text.startsWith(speaker))
  const own = ownElement(page, door)
  return { page, door, embed, own, exceptions, toggle, patienceMs, console: messages, said, api, mount, again }
}
