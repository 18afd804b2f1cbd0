import { ANALYTICS_ELEMENT } from '@atalaia/contracts'
import type { Browser, CDPSession } from '@playwright/test'
import type { Network } from '../dashboard/visit.ts'

/**
 * Page and frame share a process: only then both slow down. The frame saves a process start, unlike
 * in a used browser.
 */
export const ONE_PROCESS_ARGS = [
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process,IsolateSandboxedIframes,LocalNetworkAccessChecks',
]

export type EmbedVisitOptions = {
  readonly url: string
  readonly network: Network
  readonly slowdown?: number
}

export type EmbedVisit = {
  /** Milliseconds from navigation until numbers and chart are there. */
  readonly stands: number
  readonly bytes: number
}

const VIEWPORT = { width: 1280, height: 2600 }

declare global {
  interface Window {
    benchStood?: number
  }
}

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

/** Empty cache; the dashboard is in the page or its only frame. */
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
