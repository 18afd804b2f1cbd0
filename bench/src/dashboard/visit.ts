import { STORAGE_KEYS } from '@atalaia/contracts'
import type { Browser, CDPSession } from '@playwright/test'

/** Lighthouse's slow 4G: a phone on a poor mobile network. */
export const slowNetwork: Network = { latency: 150, bytesPerSecond: 1_638_400 / 8 }
/** Only the way back and forth costs anything: shows what waits for what. */
export const longWay: Network = { latency: 1000, bytesPerSecond: -1 }

export type Network = { readonly latency: number; readonly bytesPerSecond: number }

export type VisitOptions = { readonly url: string; readonly token: string; readonly network: Network }

export type Visit = {
  /** Milliseconds until the dashboard stands with its numbers, from the start of the navigation. */
  readonly stands: number
  /** Addresses of the page, its scripts, styles, fonts and manifests, in the order they were asked for. */
  readonly files: readonly string[]
  /** Their bytes on the wire, without headers. */
  readonly bytes: number
  /** Rounds of requests, one after the other, until the dashboard had its code and asked for data. */
  readonly depth: number
}

type Loaded = { readonly path: string; readonly asked: number; bytes: number }

const record = (cdp: CDPSession) => {
  const loaded = new Map<string, Loaded>()
  let began: number | undefined
  let firstCall = Number.POSITIVE_INFINITY
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    began ??= timestamp
    const { pathname } = new URL(request.url)
    const asked = (timestamp - began) * 1000
    if (pathname.startsWith('/api/')) firstCall = Math.min(firstCall, asked)
    else if (!pathname.startsWith('/-/')) loaded.set(requestId, { path: pathname, asked, bytes: 0 })
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const file = loaded.get(requestId)
    if (file) file.bytes += encodedDataLength
  })
  return { loaded, firstCall: () => firstCall }
}

/** Counts rounds: requests within `gap` milliseconds of each other are one. */
const rounds = (files: readonly Loaded[], gap: number): number => {
  const times = files.map(({ asked }) => asked).toSorted((one, other) => one - other)
  return times.filter((time, at) => at === 0 || time - (times[at - 1] ?? 0) > gap).length
}

/** In the page: when the dashboard stood, `performance.now()`. */
const watchDashboard = () => {
  const look = () => {
    const stands =
      document.querySelector('[data-waiting]') === null &&
      document.querySelector('h1')?.textContent?.includes('Analises') === true &&
      document.body.textContent?.includes('Total de Vazamentos') === true &&
      document.querySelector('[aria-busy="true"]:not([role="img"])') === null
    if (stands) Reflect.set(globalThis, '__stands', performance.now())
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Opens the dashboard once on a phone's screen, with an empty cache, as somebody who is signed in. */
export const visit = async (browser: Browser, { url, token, network }: VisitOptions): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'pt-BR' })
  try {
    await context.addCookies([{ name: 'token', value: '1', url }])
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      STORAGE_KEYS.token,
      token,
    ] as const)
    await context.addInitScript(watchDashboard)
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    const { latency, bytesPerSecond } = network
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    const { loaded, firstCall } = record(cdp)
    await page.goto(`${url}/app/main/analytics`)
    const stands = Number(
      await (
        await page.waitForFunction(() => Reflect.get(globalThis, '__stands'), null, { timeout: 120_000 })
      ).jsonValue(),
    )
    const files = [...loaded.values()].filter(({ asked }) => asked <= stands)
    return {
      stands,
      files: files.map(({ path }) => path),
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      depth: rounds(
        files.filter(({ asked }) => asked <= firstCall()),
        latency / 2,
      ),
    }
  } finally {
    await context.close()
  }
}
