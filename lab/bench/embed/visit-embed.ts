import { ANALYTICS_ELEMENT } from '@atalaia/contracts'
import type { Browser, CDPSession } from '@playwright/test'
import type { Network } from '../dashboard/visit.ts'

/**
 * The frame in the process of its page: only there does what slows the page down slow the frame down too. It saves the
 * frame the start of a process, which a browser in use would not.
 */
export const ONE_PROCESS_ARGS = [
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process,IsolateSandboxedIframes,LocalNetworkAccessChecks',
]

export type EmbedVisitOptions = {
  readonly url: string
  readonly network: Network
  /** Factor by which the processor is slowed down. Default: 1. */
  readonly slowdown?: number
}

export type EmbedVisit = {
  /** Milliseconds until the dashboard stands with its numbers and its chart, from the start of the navigation. */
  readonly stands: number
  /** Bytes on the wire of pages and scripts, with the headers of the answers; no calls. */
  readonly bytes: number
}

/** High enough for all parts to be seen: the chart is drawn when it is. */
const VIEWPORT = { width: 1280, height: 2600 }

declare global {
  interface Window {
    benchStood?: number
  }
}

/** Runs in each page and frame: leaves the moment at which the dashboard stands in `benchStood`, as milliseconds of the clock. */
const watchEmbed = (name: string) => {
  const look = () => {
    const root = document.querySelector(name)?.shadowRoot
    const stands =
      root?.textContent?.includes('Total de Vazamentos') === true &&
      root.querySelector('[aria-busy="true"]:not([role="img"])') === null &&
      root.querySelector('tbody th') !== null &&
      root.querySelector('[part~="chart"] svg') !== null
    if (!stands) return void requestAnimationFrame(look)
    window.benchStood = performance.timeOrigin + performance.now()
  }
  requestAnimationFrame(look)
}

const countFiles = (cdp: CDPSession) => {
  const files = new Set<string>()
  let bytes = 0
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Document' || type === 'Script') files.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (files.has(requestId)) bytes += encodedDataLength
  })
  return () => bytes
}

/** Opens a portal's page once, with an empty cache. The dashboard stands in the page, or in the one frame that it has. */
export const visitEmbed = async (browser: Browser, options: EmbedVisitOptions): Promise<EmbedVisit> => {
  const { url, network, slowdown = 1 } = options
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'pt-BR' })
  try {
    await context.addInitScript(watchEmbed, ANALYTICS_ELEMENT)
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    const { latency, bytesPerSecond } = network
    const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const bytes = countFiles(cdp)
    await page.goto(url)
    const place = page.frames().at(-1) ?? page.mainFrame()
    const found = await place.waitForFunction(() => window.benchStood, null, { timeout: 60_000 })
    const stood = await found.jsonValue()
    const began = await page.evaluate(() => performance.timeOrigin)
    return { stands: (stood ?? Number.NaN) - began, bytes: bytes() }
  } finally {
    await context.close()
  }
}
