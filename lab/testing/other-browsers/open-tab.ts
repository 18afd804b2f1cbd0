import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FIREFOX, freePort, messageOf, MINI_BROWSER } from '@atalaia/stack'
import { ElementHandle, launch, type Browser } from 'puppeteer-core'
import { Builder, type WebElement } from 'selenium-webdriver'
import { describe, findInPage, until, type Named, type Tab } from './tab.ts'

const LIBRARY = readFileSync(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
)
const IS_THERE = `'TestingLibraryDom' in globalThis`
const LANGUAGE = 'pt-BR'

const HASH_OF_NOTHING = createHash('sha384').digest('base64')

export const launchFirefox = (): Promise<Browser> =>
  launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': LANGUAGE },
  })

const openFirefox = async (): Promise<Tab> => {
  const browser = await launchFirefox()
  const page = await browser.newPage()
  await page.setViewport({ width: 1440, height: 900 })
  const messages: string[] = []
  const note = (message: string) => {
    if (!message.includes(`“${HASH_OF_NOTHING}”`)) messages.push(message)
  }
  page.on('console', (message) => {
    if (message.type() !== 'log') note(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => note(`uncaught: ${messageOf(error)}`))

  const find = (what: Named): Promise<ElementHandle> =>
    until(describe(what), async () => {
      if (!(await page.evaluate(IS_THERE))) await page.evaluate(LIBRARY)
      const found = await page.evaluateHandle(findInPage, what)
      return found instanceof ElementHandle ? found : null
    })
  return {
    open: async (url) => {
      // A page that is left ends its fetches in Firefox before it is told of it, and tells what was under way as failures.
      await page.waitForNetworkIdle()
      await page.goto(url)
    },
    click: async (what) => (await find(what)).asLocator().click(),
    type: async (what, text) => (await find(what)).type(text),
    see: (what, text = '') =>
      until(`${describe(what)} with «${text}»`, async () =>
        (await (await find(what)).evaluate(({ textContent }) => textContent ?? '')).includes(text),
      ).then(() => undefined),
    arrive: (path) => until(path, async () => new URL(page.url()).pathname === path).then(() => undefined),
    messages,
    close: () => browser.close(),
  }
}

const showInPage = (element: Element): boolean => {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const root = element.getRootNode()
  const place = root instanceof ShadowRoot ? root : document
  return element.contains(place.elementFromPoint(left + width / 2, top + height / 2))
}

const openWebKit = async (): Promise<Tab> => {
  const port = await freePort()
  const driver = spawn('xvfb-run', ['-a', '-s', '-screen 0 1440x1000x24', 'WebKitWebDriver', `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, LANGUAGE, LC_ALL: 'C.UTF-8' },
  })
  const endDriver = () => {
    if (driver.pid !== undefined && driver.exitCode === null) process.kill(-driver.pid)
  }
  const server = `http://127.0.0.1:${port}`
  const capabilities = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] },
  }
  const open = async () => {
    await until('WebKitWebDriver', async () => (await fetch(`${server}/status`)).ok)
    return new Builder().usingServer(server).withCapabilities(capabilities).build()
  }
  const page = await open().catch((error: unknown) => {
    endDriver()
    throw error
  })

  const find = (what: Named): Promise<WebElement> =>
    until(describe(what), async () => {
      if (!(await page.executeScript(`return ${IS_THERE}`)))
        await page.executeScript(`(function () { ${LIBRARY} }).call(globalThis)`)
      return page.executeScript<WebElement | null>(`return (${findInPage})(arguments[0])`, what)
    })
  /** Waits until it is still and uncovered: the driver presses its found place. */
  const findStill = (what: Named): Promise<WebElement> => {
    let last = ''
    return until(`${describe(what)} at rest`, async () => {
      const found = await find(what)
      const isUncovered = await page.executeScript<boolean>(`return (${showInPage})(arguments[0])`, found)
      const place = JSON.stringify(await found.getRect())
      const isStill = place === last
      last = place
      return isStill && isUncovered && found
    })
  }
  return {
    open: (url) => page.get(url),
    click: async (what) => (await findStill(what)).click(),
    type: async (what, text) => (await find(what)).sendKeys(text),
    see: (what, text = '') =>
      until(`${describe(what)} with «${text}»`, async () =>
        String(await page.executeScript('return arguments[0].textContent', await find(what))).includes(text),
      ).then(() => undefined),
    arrive: (path) =>
      until(path, async () => new URL(await page.getCurrentUrl()).pathname === path).then(() => undefined),
    messages: [],
    close: async () => {
      await page.quit()
      endDriver()
    },
  }
}

export const OTHER_BROWSERS: Readonly<Record<string, () => Promise<Tab>>> = {
  'Firefox ESR': openFirefox,
  WebKitGTK: openWebKit,
}
