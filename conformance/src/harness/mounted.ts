import type { JSHandle, Locator, Page } from '@playwright/test'
import type { Instance, SeenEvent } from './embed-element.ts'
import { until } from './until.ts'

/** An instance of the element that the suite put into the page. */
export type Mounted = {
  readonly handle: JSHandle<Instance>
  /** The element around it. */
  readonly container: Locator
  readonly element: Locator
  events(type?: string): Promise<readonly SeenEvent[]>
  asked(): Promise<readonly string[]>
  /** Waits for an event of this type; throws when none comes. */
  untilEvent(type: string): Promise<SeenEvent>
  /** Waits for `text` to be seen inside. */
  untilShown(text: string | RegExp): Promise<void>
  /** All of its text, hidden or not. */
  text(): Promise<string>
  /** Takes it out of the page, with what it stands in. */
  remove(): Promise<void>
}

/** Long enough for a machine with much else to do; only a promise that is not kept takes it. */
const WITHIN = 12_000

export const createMounted = (page: Page, id: string, handle: JSHandle<Instance>): Mounted => {
  const container = page.locator(`[data-conformance="${id}"]`)
  const element = container.locator('atalaia-analytics')
  const events = async (type?: string) => {
    const all = await handle.evaluate((instance) => instance.events)
    return type ? all.filter((event) => event.type === type) : all
  }
  const text = () => handle.evaluate(({ element: { shadowRoot } }) => shadowRoot?.textContent ?? '')
  return {
    handle,
    container,
    element,
    events,
    text,
    asked: () => handle.evaluate(({ asked }) => asked),
    untilEvent: async (type) => {
      const [event] = await until(
        () => events(type),
        (seen) => seen.length > 0,
        WITHIN,
      )
      if (event) return event
      throw new Error(`no event "${type}" within ${WITHIN / 1000} s; it shows: ${(await text()).slice(0, 120)}`)
    },
    untilShown: async (wanted) => {
      try {
        await element.getByText(wanted).first().waitFor({ timeout: WITHIN })
      } catch {
        throw new Error(`"${String(wanted)}" is not shown within ${WITHIN / 1000} s: ${(await text()).slice(0, 120)}`)
      }
    },
    remove: async () => {
      await handle.evaluate((instance) => instance.container.remove())
      // Who holds it keeps it in memory.
      await handle.dispose()
    },
  }
}
