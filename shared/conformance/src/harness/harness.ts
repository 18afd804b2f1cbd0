import { ANALYTICS_ELEMENT } from '@atalaia/contracts'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Door } from '../door.ts'
import { createMockApis, type MockApi } from './mock-api.ts'
import { mountInPage, type MountOptions } from './mount-in-page.ts'
import { createMounted, type Mounted } from './mounted.ts'
import { findEmbed, ownElement } from './find-embed.ts'
import { openPage, type Found } from './portal.ts'

/** A portal's page in which the promises are looked at. */
export type Harness = {
  readonly page: Page
  readonly door: Door
  readonly embed: Found
  /** The dashboard that the portal shows by itself: the element, or what the module renders into. */
  readonly own: Locator
  /** Exceptions that nobody caught in the page or a frame of it, as their stacks. */
  readonly exceptions: readonly string[]
  /** The selector of a control of the portal that takes the element away, and brings it back. */
  readonly toggle: string | undefined
  /** Time that a promise may take to be kept once the embed has loaded. Loading itself has 12 s. */
  readonly patienceMs: number
  /** Everything that the page wrote into the console so far. */
  readonly console: readonly string[]
  /** The part of it that the element wrote, from the message `from` on. A portal may log errors by their codes, too. */
  said(from: number): readonly string[]
  /** A new API, played below the portal's own. */
  api(): MockApi
  /** One more instance in the page; `summary` alone, unless `attributes` say otherwise. */
  mount(options: MountOptions): Promise<Mounted>
  /** The portal's page once more, in a tab of its own, closed afterwards. */
  again<Value>(use: (harness: Harness) => Promise<Value>, before?: (page: Page) => Promise<unknown>): Promise<Value>
}

/** The beginning of what the module for federation hosts writes into the console. */
const MODULE_SPEAKS = 'mfe_analytics/dashboard:'

let mounted = 0

export type HarnessOptions = {
  readonly url: string
  readonly door: Door
  readonly toggle?: string | undefined
  readonly patienceMs: number
  readonly before?: ((page: Page) => Promise<unknown>) | undefined
}

/** The page is opened and its own element found; throws `UnusablePage` when there is none. */
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
