import { existsSync } from 'node:fs'
import { chromium, type Browser } from '@playwright/test'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const args = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  // A page whose headers were added to has no network address any more: it may call those of this machine all the same.
  '--disable-features=LocalNetworkAccessChecks',
]

/** The browser of CHROMIUM_PATH, or the system's Chromium. */
export const launchBrowser = (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM_PATH'] ?? places.find(existsSync)
  if (!executablePath) throw new Error('There is no Chromium here. Say where one is: CHROMIUM_PATH=/path/to/chrome')
  // Chromium's own sandbox refuses to run as root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? [...args, '--no-sandbox'] : args })
}
