import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, root, startDemoPlatform } from '@atalaia/stack'
import { parseOptions, runServices, type RunningServices } from '../../scripts/support/run-script.ts'
import { loginAnswerSchema } from '@atalaia/contracts'
import { takeScreenshots } from './take-screenshots.ts'

const HELP = `npm run lab -- screenshots [--theme NAME] [--screen NAME] [--width 1440|768|390]
Takes every screen in every theme at three widths, with the demonstration account's data, into .cache/screenshots/,
and for a first look all themes of a screen side by side (sheet-*.png).`

const { values } = parseOptions({
  options: {
    theme: { type: 'string' },
    screen: { type: 'string' },
    width: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const folder = join(root, '.cache', 'screenshots')

const logIn = async (url: string, account: { email: string; password: string }): Promise<string> => {
  const body = new URLSearchParams({ username: account.email, password: account.password })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body })
  const token = loginAnswerSchema.parse(await answer.json()).access_token
  if (!token) throw new Error(`the demonstration account cannot log in: status ${answer.status}`)
  return token
}

const run = async (services: RunningServices) => {
  const browser = await ensureBrowser(console.log)
  const { url, account } = await startDemoPlatform({ log: console.log, onStarted: services.add })
  mkdirSync(folder, { recursive: true })
  const token = await logIn(url, account)
  const count = await takeScreenshots({ browser, url, folder, token, wanted: values, log: console.log })
  console.log(`${count} screenshots in ${folder}`)
}

if (values.help) {
  console.log(HELP)
} else {
  await runServices(run)
}
