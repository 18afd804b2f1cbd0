import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserArgs, buildPackages, ensureBrowser, ownCertificate, startPlatform, type Service } from '@atalaia/stack'
import { chromium, type Browser } from '@playwright/test'
import { startGateway } from '../gateway/start-gateway.ts'
import { builtOpponent, type Built } from '../opponents/built-opponent.ts'
import type { Opponent } from '../opponents/opponents.ts'
import { publishEditions } from './next-version.ts'
import { serveVariant, type Page, type ServeOptions } from './serve-variant.ts'
import type { Deployed } from './visit-again.ts'
import { DASHBOARD, noNetwork, slowNetwork, tokenOf, visit, type Network } from './visit.ts'

export type Candidate = Deployed & {
  readonly secureUrl: string
}

export type Stage = {
  readonly browser: Browser
  /** Knows no dictionaries. */
  withoutDictionaries(): Promise<Browser>
  readonly token: string
  readonly ours: Candidate
  add(opponent: Opponent): Promise<Candidate>
  close(): Promise<void>
}

type Log = (line: string) => void

/** Inline rules of our page for a new browser, without the font, which has another address elsewhere. */
const criticalOf = async (url: string): Promise<string> => {
  const html = await (await fetch(url + DASHBOARD)).text()
  const [, , css] = /<style>([^<]*)<\/style>.*?<style>([^<]*)<\/style>/s.exec(html) ?? []
  if (css === undefined) throw new Error('bench: our page has no critical styles')
  return css.replaceAll(/@font-face\s*\{[^}]*\}/g, '')
}

export const openStage = async (log: Log): Promise<Stage> => {
  const folder = await mkdtemp(join(tmpdir(), 'atalaia-bench-'))
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const executablePath = await ensureBrowser(log)
    await buildPackages({ log })
    const [dataDir, secureDir] = [join(folder, 'data'), join(folder, 'secure')]
    await mkdir(secureDir)
    const platform = await startPlatform({
      env: { ...process.env, LOG_LEVEL: 'warn', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
      noDemo: false,
      onStarted: (service: Service) => ends.push(() => service.stop()),
    })
    const { url, demo } = platform
    if (!demo) throw new Error('there is no demonstration account: take NODE_ENV=production away')
    const token = await tokenOf(url, demo)
    const { certFile, keyFile, cert } = await ownCertificate(join(folder, 'tls'))
    const tls = { cert, key: readFileSync(keyFile, 'utf8') }
    const secure = await startGateway({
      API_UPSTREAM: url,
      DATA_DIR: secureDir,
      TLS_CERT: certFile,
      TLS_KEY: keyFile,
    })
    ends.push(() => secure.stop())
    const launch = async (...args: readonly string[]) => {
      const browser = await chromium.launch({ executablePath, args: [...browserArgs(), ...args] })
      ends.push(() => browser.close())
      return browser
    }
    const browser = await launch()
    log('  building and publishing the next version …')
    const { promote } = await publishEditions({ url, dataDir })

    const serve = async (options: Omit<ServeOptions, 'api'>) => {
      const served = await serveVariant({ ...options, api: url })
      ends.push(() => served.stop())
      return served
    }
    const critical = await criticalOf(url)
    const pageOf = async (built: Built, opponent: Opponent): Promise<Page> => {
      const page = { ...built, preload: [], kind: opponent.page, critical }
      const bare = await serveVariant({ page, api: url })
      const untilMark = async (network: Network) => (await visit(browser, { url: bare.url, token, network })).files
      // What an idle page asks for comes before the mark in one of them alone.
      const [slow, fast] = [await untilMark(slowNetwork), await untilMark(noNetwork)]
      bare.stop()
      const asked = slow.filter((file) => fast.includes(file)).flatMap((file) => bare.asked.get(file) ?? [])
      return { ...page, preload: asked.filter(({ address }) => !built.variant.entry.includes(address)) }
    }
    return {
      browser,
      withoutDictionaries: () => launch('--disable-features=CompressionDictionaryTransport'),
      token,
      ours: { name: 'ours', url, secureUrl: secure.url, deploy: promote },
      add: async (opponent) => {
        const { current, next } = await builtOpponent(opponent, log)
        const pages = {
          current: await pageOf(current, opponent),
          next: await pageOf(next, opponent),
        }
        const served = await serve({ page: pages.current })
        const { url: secureUrl } = await serve({ page: pages.current, tls })
        const deploy = async (edition: keyof typeof pages) => served.show(pages[edition])
        return { name: opponent.name, url: served.url, secureUrl, deploy }
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
