import { PORTAL_ARGS, browserArgs, findBrowser } from '@atalaia/stack'
import { chromium, type Browser } from '@playwright/test'

/** Starts the browser of CHROMIUM_PATH, or the system's Chromium. */
export const launchBrowser = (): Promise<Browser> => {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('There is no Chromium here. Say where one is: CHROMIUM_PATH=/path/to/chrome')
  return chromium.launch({ executablePath, args: [...browserArgs(), ...PORTAL_ARGS] })
}
