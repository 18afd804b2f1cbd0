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

/** The arguments that Chromium is started with wherever a program drives it. */
export const browserArgs = (): string[] =>
  // Chromium's own sandbox refuses to run as root.
  process.getuid?.() === 0 ? [...ARGS, '--no-sandbox'] : [...ARGS]

/** More arguments for portals: a page whose headers were added to has no network address, and may call this machine. */
export const PORTAL_ARGS = ['--disable-features=LocalNetworkAccessChecks']

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The path of the browser: CHROMIUM_PATH, or the system's Chromium; `undefined` when there is none. */
export const findBrowser = (): string | undefined => {
  const named = process.env['CHROMIUM_PATH']
  if (!named) return places.find(existsSync)
  if (!existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no ${named}`)
  return named
}

const install = async (): Promise<void> => {
  const help = 'Install Chromium yourself, or say where a browser is: CHROMIUM_PATH=/path/to/chrome npm test'
  if (process.getuid?.() !== 0) throw new Error(`No Chromium here, and only root may install it. ${help}`)
  if (!existsSync('/usr/bin/apt-get')) throw new Error(`No Chromium here, and no apt-get to install it with. ${help}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // An index that cannot be refreshed may still hold Chromium: only the installation decides.
  const update = await runCaptured('apt-get', ['update'], { env })
  const result = await runCaptured('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env })
  if (result.code !== 0) throw new Error(`Chromium could not be installed. ${help}\n${update.output}${result.output}`)
}

/** Finds a browser, or installs Debian's Chromium; throws with what to do when neither works. */
export const ensureBrowser = async (log: (line: string) => void): Promise<string> => {
  const found = findBrowser()
  if (found) return found
  const began = Date.now()
  log('No browser here: installing Chromium in the background …')
  await install()
  const installed = findBrowser()
  if (!installed) throw new Error('Chromium was installed, but is in none of its usual places. Set CHROMIUM_PATH.')
  log(`Installed Chromium in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  return installed
}
