import { runConformance, type Door, type Result } from '@atalaia/conformance'
import { messageOf } from '@atalaia/stack'
import type { Browser } from '@playwright/test'
import type { Cell, Column } from './table.ts'
import type { Portal } from '../../scripts/support/examples/start-examples.ts'

const TOGGLE = '#painel'
const toggleOf = (name: string): string => (name === 'federation' ? 'button' : TOGGLE)

const CONTROL_MS = 3000

const doorOf = (name: string): Door =>
  name === 'frame' ? 'frame' : name.startsWith('federation') ? 'federation' : 'element'

const pageOf = ({ name, url }: Portal): string => (name === 'iframe' ? `${url}/painel.html` : `${url}/`)

const OF_THE_FRAME = /^An iframe which has both allow-scripts and allow-same-origin/

const SIGNS: Readonly<Record<Result['verdict']['kind'], Cell['sign']>> = {
  kept: '✓',
  'not kept': '✗',
  'not applicable': '–',
}

const firstLine = (error: unknown): string => messageOf(error).split('\n')[0]?.slice(0, 200) ?? ''

const journey = async (browser: Browser, url: string, toggles: boolean): Promise<Cell> => {
  const page = await browser.newPage({ locale: 'pt-BR' })
  const messages: string[] = []
  page.on('console', (message) => {
    if (!OF_THE_FRAME.test(message.text())) messages.push(message.text())
  })
  page.on('pageerror', ({ message }) => messages.push(message))
  try {
    await page.goto(url)
    const toggle = page.locator(TOGGLE)
    const numbers = async () => {
      // In the page, in a shadow root of it, or in a frame.
      const frame = page.locator('iframe')
      const place = (await frame.count()) > 0 ? frame.contentFrame() : page
      return place.getByText('Total de Vazamentos')
    }
    for (let turn = 0; turn < (toggles ? 2 : 0); turn++) {
      await (await numbers()).waitFor()
      await toggle.uncheck()
      await page.getByText('Total de Vazamentos').waitFor({ state: 'detached' })
      await toggle.check()
    }
    await (await numbers()).waitFor()
    const [message] = messages
    return message === undefined
      ? { id: 'journey', sign: '✓', why: '' }
      : { id: 'journey', sign: '✗', why: `the console: ${firstLine(message)}` }
  } catch (error) {
    const said = messages.map((message) => `; the console: ${firstLine(message)}`)
    return { id: 'journey', sign: '✗', why: `${firstLine(error)}${said[0] ?? ''}` }
  } finally {
    await page.close()
  }
}

export const tryPortal = async (browser: Browser, portal: Portal): Promise<Column> => {
  const { name, url } = portal
  const probe = await browser.newPage()
  await probe.goto(url)
  const isThere = (control: string) =>
    probe
      .locator(control)
      .first()
      .waitFor({ timeout: CONTROL_MS })
      .then(
        () => true,
        () => false,
      )
  const inPage = name !== 'iframe' && (await isThere(toggleOf(name)))
  const isBox = await isThere(TOGGLE)
  await probe.close()
  const first = await journey(browser, url, isBox)
  try {
    const results = await runConformance({
      browser,
      url: pageOf(portal),
      door: doorOf(name),
      ...(inPage && { toggle: toggleOf(name) }),
    })
    const cells = results.map(({ id, verdict }) => ({
      id,
      sign: SIGNS[verdict.kind],
      why: verdict.kind === 'kept' ? '' : verdict.why,
    }))
    return { name, cells: [first, ...cells] }
  } catch (error) {
    return {
      name,
      cells: [first, { id: 'stands', sign: '–', why: firstLine(error).replace(`${url}/`, 'the page itself') }],
    }
  }
}
