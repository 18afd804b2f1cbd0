import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loginAnswerSchema } from '@atalaia/contracts'
import { ensureBrowser } from './support/browser.ts'
import { startDemoPlatform } from './support/demo-platform.ts'
import type { Service } from './support/service.ts'
import { takeScreenshots } from './support/take-screenshots.ts'
import { root } from './support/workspace.ts'

const HELP = `npm run screenshots -- [--theme NAME] [--screen NAME] [--width 1440|768|390]
Takes every screen in every theme at three widths, with the demonstration account's data, into .cache/screenshots/,
and for a first look all themes of a screen side by side (sheet-*.png).`

const { values } = parseArgs({
  options: {
    theme: { type: 'string' },
    screen: { type: 'string' },
    width: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const folder = join(root, '.cache', 'screenshots')
const services: Service[] = []

const logIn = async (url: string, account: { email: string; password: string }): Promise<string> => {
  const body = new URLSearchParams({ username: account.email, password: account.password })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body })
  const token = loginAnswerSchema.parse(await answer.json()).access_token
  if (!token) throw new Error(`the demonstration account cannot log in: status ${answer.status}`)
  return token
}

const run = async () => {
  const browser = await ensureBrowser(console.log)
  const { url, account } = await startDemoPlatform({ log: console.log, onStarted: (service) => services.push(service) })
  mkdirSync(folder, { recursive: true })
  const token = await logIn(url, account)
  const count = await takeScreenshots({ browser, url, folder, token, wanted: values, log: console.log })
  console.log(`${count} screenshots in ${folder}`)
}

if (values.help) {
  console.log(HELP)
} else {
  try {
    await run()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    for (const service of services.toReversed()) await service.stop()
  }
}
