import type { JSHandle, Locator, Page } from '@playwright/test'
import type { Instance, SeenEvent } from './embed-element.ts'
import { LOADING_MS, until } from './until.ts'

/** An instance of the element that the suite put into the page. */
export type Mounted = {
  readonly handle: JSHandle<Instance>
  /** The element around it. */
  readonly container: Locator
  readonly element: Locator
  /** Names the element around it in the page. */
  readonly selector: string
  events(type?: string): Promise<readonly SeenEvent[]>
  asked(): Promise<readonly string[]>
  /** Waits for an event of this type, 12 s unless said otherwise; throws when none comes. */
  untilEvent(type: string, withinMs?: number): Promise<SeenEvent>
  /** Waits for `text` to be seen inside, 12 s unless said otherwise. */
  untilShown(text: string | RegExp, withinMs?: number): Promise<void>
  /** All of its text, hidden or not. */
  text(): Promise<string>
  /** Takes it out of the page, with what it stands in. */
  remove(): Promise<void>
}

export const createMounted = (page: Page, id: string, handle: JSHandle<Instance>): Mounted => {
  const selector = `[data-conformance="${id}"]`
  const container = page.locator(selector)
  const element = container.locator('atalaia-analytics')
  const events = async (type?: string) => {
    const all = await handle.evaluate((instance) => instance.events)
    return type ? all.filter((event) => event.type === type) : all
  }
  const text = () => handle.evaluate(({ element: { shadowRoot } }) => shadowRoot?.textContent ?? '')
  return {
    handle,
    selector,
    container,
    element,
    events,
    text,
    asked: () => handle.evaluate(({ asked }) => asked),
    untilEvent: async (type, withinMs = LOADING_MS) => {
      const [event] = await until(
        () => events(type),
        (seen) => seen.length > 0,
        withinMs,
      )
      if (event) return event
      throw new Error(`no event "${type}" within ${withinMs / 1000} s; it shows: ${(await text()).slice(0, 120)}`)
    },
    untilShown: async (wanted, withinMs = LOADING_MS) => {
      try {
        await element.getByText(wanted).first().waitFor({ timeout: withinMs })
      } catch {
        throw new Error(`"${String(wanted)}" is not shown within ${withinMs / 1000} s: ${(await text()).slice(0, 120)}`)
      }
    },
    remove: async () => {
      await handle.evaluate((instance) => instance.container.remove())
      // Who holds it keeps it in memory.
      await handle.dispose()
    },
  }
}
