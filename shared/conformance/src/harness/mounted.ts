import type { JSHandle, Locator, Page } from '@playwright/test'
import type { Door } from '../door.ts'
import type { Instance, SeenEvent } from './embed-element.ts'
import { LOADING_MS, until } from './until.ts'

export type Mounted = {
  readonly handle: JSHandle<Instance>
  readonly container: Locator
  readonly element: Locator
  readonly selector: string
  events(type?: string): Promise<readonly SeenEvent[]>
  asked(): Promise<readonly string[]>
  /** Default: 12 s; throws without an event. */
  untilEvent(type: string, withinMs?: number): Promise<SeenEvent>
  /** Default: 12 s. */
  untilShown(text: string | RegExp, withinMs?: number): Promise<void>
  /** Hidden text too. */
  text(): Promise<string>
  /** `null` removes the attribute. */
  change(values: Readonly<Record<string, string | null>>): Promise<void>
  remove(): Promise<void>
}

/** A present element is found at once; a frame's may never come. */
const THERE_MS = 1_000

type Parts = { readonly page: Page; readonly id: string; readonly handle: JSHandle<Instance>; readonly door: Door }

export const createMounted = ({ page, id, handle, door }: Parts): Mounted => {
  const selector = `[data-conformance="${id}"]`
  const container = page.locator(selector)
  const place = door === 'frame' ? container.locator('iframe').contentFrame() : container
  const element = place.locator('atalaia-analytics')
  const events = async (type?: string) => {
    const all = await handle.evaluate((instance) => instance.events)
    return type ? all.filter((event) => event.type === type) : all
  }
  const text = () =>
    element.evaluate(({ shadowRoot }) => shadowRoot?.textContent ?? '', null, { timeout: THERE_MS }).catch(() => '')
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
    change: (values) => handle.evaluate((instance, given) => instance.change(given), values),
    remove: async () => {
      await handle.evaluate((instance) => instance.remove())
      // A held handle keeps it in memory.
      await handle.dispose()
    },
  }
}

export const widgetBackground = ({ element }: Mounted): Promise<string> =>
  element
    .locator('[part~=widget]')
    .first()
    .evaluate((widget) => getComputedStyle(widget).backgroundColor)
