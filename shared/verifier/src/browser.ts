import { existsSync } from 'node:fs'
import type { Browser, BrowserType } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Restricts the network to the gateway, and to page requests. */
const argsFor = (hostname: string): string[] => [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${hostname}`,
]

/** Keeps tokens and keys from the browser. */
const KEPT = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'FONTCONFIG_FILE', 'XDG_RUNTIME_DIR']

export type BrowserOptions = {
  readonly chromium?: string | undefined
  /** Impossible as root. Default: true. */
  readonly sandbox?: boolean
  readonly hostname: string
}

const loadPlaywright = async (): Promise<BrowserType> => {
  try {
    return (await import('playwright-core')).chromium
  } catch (cause) {
    throw new Error('verify needs playwright-core: npm install --save-dev playwright-core', { cause })
  }
}

export const launchBrowser = async ({ chromium, sandbox = true, hostname }: BrowserOptions): Promise<Browser> => {
  const executablePath = chromium ?? PLACES.find(existsSync)
  if (executablePath === undefined || !existsSync(executablePath))
    throw new Error('verify needs Chromium: apt-get install chromium, or name it with CHROMIUM_PATH')
  if (sandbox && process.getuid?.() === 0)
    throw new Error(
      'Chromium has no sandbox where it runs as root, and verify runs code that nobody has judged: run it as a user of its own, or, in a container that is thrown away, with --no-sandbox',
    )
  const type = await loadPlaywright()
  return type.launch({
    executablePath,
    args: argsFor(hostname),
    chromiumSandbox: sandbox,
    env: Object.fromEntries(KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  })
}
