import { API_BASE } from '@atalaia/contracts'
import type { Locator, Page } from '@playwright/test'
import type { Door } from '../door.ts'
import { OWN_PLACE } from '../recorder/mark-places.ts'
import type { EmbedElement } from './embed-element.ts'
import { UnusablePage, type Found } from './portal.ts'
import { until } from './until.ts'

const EMBED_TIMEOUT_MS = 20_000
const API_TIMEOUT_MS = 1000
const ELEMENT = 'atalaia-analytics'
/** The portal's own frame precedes the suite's. */
const FRAME = 'iframe[src*="/embed/"][src*="/frame.html"]'
const BASE = /^.*\/embed\/[^/]+\//

/** Elements, module places, or frames that the portal shows itself. */
export const ownPlaces = (page: Page, door: Door): Locator =>
  page.locator({ element: ELEMENT, federation: OWN_PLACE, frame: FRAME }[door])

export const ownElement = (page: Page, door: Door): Locator => {
  const place = ownPlaces(page, door).first()
  return door === 'frame' ? place.contentFrame().locator(ELEMENT).first() : place
}

const readElement = (element: HTMLElement) => {
  const { api }: Partial<EmbedElement> = element
  return {
    api: api ? new URL(api, document.baseURI).href : undefined,
    script: window.atalaiaConformance.registeredBy,
  }
}

const findElement = async (page: Page): Promise<Found> => {
  const element = page.locator(ELEMENT).first()
  await element.waitFor({ state: 'attached', timeout: EMBED_TIMEOUT_MS }).catch(() => {
    throw new UnusablePage(
      `${page.url()} has no <atalaia-analytics>. For a federation host: --door federation; for a frame: --door frame`,
    )
  })
  const read = () => element.evaluate(readElement)
  const { script } = await until(read, (seen) => Boolean(seen.script), EMBED_TIMEOUT_MS)
  if (!script) throw new UnusablePage(`${page.url()}: nothing registers <atalaia-analytics>`)
  // A framework may set the attribute later; without one, it is the API of the script's server.
  const { api = new URL(API_BASE, script).href } = await until(read, (seen) => Boolean(seen.api), API_TIMEOUT_MS)
  const [gateway] = BASE.exec(script) ?? []
  return {
    api: api.replace(/\/$/, ''),
    base: gateway ?? new URL('.', script).href,
    script: gateway ? await embedScript(page, gateway) : undefined,
  }
}

const embedScript = (page: Page, gateway: string): Promise<string | undefined> =>
  page.evaluate(
    (base) =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => name.startsWith(base) && name.includes('/embed.js')),
    gateway,
  )

const findModule = async (page: Page): Promise<Found> => {
  await ownElement(page, 'federation')
    .waitFor({ state: 'attached', timeout: EMBED_TIMEOUT_MS })
    .catch(() => {
      throw new UnusablePage(`${page.url()}: mfe_analytics/dashboard shows nothing`)
    })
  const entry = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .find((name) => /\/embed\/.*\/remoteEntry\.m?js/.test(name)),
  )
  const [base] = BASE.exec(entry ?? '') ?? []
  if (!base || !entry) throw new UnusablePage(`${page.url()}: nothing loads the remoteEntry of an embed`)
  return { api: new URL(API_BASE, entry).href.replace(/\/$/, ''), base, script: undefined, container: entry }
}

const findFrame = async (page: Page): Promise<Found> => {
  const frame = page.locator(FRAME).first()
  await frame.waitFor({ state: 'attached', timeout: EMBED_TIMEOUT_MS }).catch(() => {
    throw new UnusablePage(`${page.url()} has no frame with the frame.html of an embed`)
  })
  const src = await frame.evaluate((element: HTMLIFrameElement) => element.src)
  const [base] = BASE.exec(src) ?? []
  if (!base) throw new UnusablePage(`${src} is no page of an embed`)
  return { api: new URL('/-/portals', src).href, base, script: undefined, frame: src.replace(/\?.*$/, '') }
}

const FINDERS = { element: findElement, federation: findModule, frame: findFrame } as const

/** Throws `UnusablePage` without a dashboard. */
export const findEmbed = (page: Page, door: Door): Promise<Found> => FINDERS[door](page)
