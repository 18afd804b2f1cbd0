import { existsSync } from 'node:fs'
import { runCaptured } from './run-captured.ts'

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const browserArgs = (): string[] =>
  // Chromium's own sandbox refuses to run as root.
  process.getuid?.() === 0 ? [...ARGS, '--no-sandbox'] : [...ARGS]

/** Keeps pages away from this machine. */
export const LOCAL_NETWORK_CHECKS = 'LocalNetworkAccessChecks'

/** A page with added headers has no network address, and may call this machine. */
export const PORTAL_ARGS = [`--disable-features=${LOCAL_NETWORK_CHECKS}`]

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** CHROMIUM_PATH, or the system's Chromium. */
export const findBrowser = (): string | undefined => {
  const named = process.env['CHROMIUM_PATH']
  if (!named) return places.find(existsSync)
  if (!existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no ${named}`)
  return named
}

/** Same engine without windows, a third less processor time. Only for browser tests. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** CHROMIUM_PATH, else Chromium without windows, else the system's. */
export const findTestBrowser = (): string | undefined =>
  !process.env['CHROMIUM_PATH'] && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findBrowser()

export const FIREFOX = '/usr/bin/firefox-esr'
export const MINI_BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`

const OTHERS = new Map([
  ['firefox-esr', FIREFOX],
  ['webkit2gtk-driver', MINI_BROWSER],
  ['xvfb', '/usr/bin/Xvfb'],
  ['xauth', '/usr/bin/xauth'],
])

const install = async (packages: readonly string[]): Promise<void> => {
  const names = packages.join(' ')
  const help = `Install them yourself (apt-get install ${names}), or say where Chromium is: CHROMIUM_PATH=/path/to/chrome npm test`
  if (process.getuid?.() !== 0) throw new Error(`Missing here: ${names}. Only root may install them. ${help}`)
  if (!existsSync('/usr/bin/apt-get')) throw new Error(`Missing here: ${names}, and apt-get to install them. ${help}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // An index that cannot be refreshed may still hold them: only the installation decides.
  const update = await runCaptured('apt-get', ['update'], { env })
  const result = await runCaptured('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env })
  if (result.code !== 0) throw new Error(`${names}: not installed. ${help}\n${update.output}${result.output}`)
}

const installed = async (packages: readonly string[], log: (line: string) => void): Promise<void> => {
  if (packages.length === 0) return
  const began = Date.now()
  log(`Missing here: ${packages.join(', ')}. Installing in the background …`)
  await install(packages)
  log(`Installed ${packages.join(', ')} in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

/** Finds one, or installs Debian's; throws with advice. */
export const ensureBrowser = async (log: (line: string) => void): Promise<string> => {
  if (findBrowser() === undefined) await installed(['chromium'], log)
  const browser = findBrowser()
  if (!browser) throw new Error('Chromium was installed, but is in none of its usual places. Set CHROMIUM_PATH.')
  return browser
}

/** See {@link findTestBrowser}. Throws without Chromium. */
export const ensureTestBrowser = async (log: (line: string) => void): Promise<void> => {
  await ensureBrowser(log)
  const lacksShell = !process.env['CHROMIUM_PATH'] && !existsSync(HEADLESS_SHELL)
  if (lacksShell)
    await installed(['chromium-headless-shell'], log).catch(() =>
      log('The tests use the whole Chromium and take longer.'),
    )
}

/** Throws when Chromium, Firefox or WebKitGTK cannot be installed. */
export const ensureTestBrowsers = async (log: (line: string) => void): Promise<void> => {
  await ensureTestBrowser(log)
  await installed(
    [...OTHERS].filter(([, file]) => !existsSync(file)).map(([name]) => name),
    log,
  )
}
