import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, root, startDemoPlatform } from '@atalaia/stack'
import { parseOptions, runServices, type RunningServices } from '../../scripts/support/run-script.ts'
import { logIn } from './log-in.ts'
import { takeStaffPictures } from './staff-pictures.ts'
import { takeScreenshots } from './take-screenshots.ts'

const HELP = `npm run lab -- screenshots [--theme NAME] [--screen NAME] [--width 1440|768|390]
Takes every screen in every theme at three widths, with the demonstration account's data, into .cache/screenshots/,
and for a first look all themes of a screen side by side (sheet-*.png).

npm run lab -- screenshots staff
Takes the pictures of docs/staff.md into docs/images/, with the demonstration account's data of a first start.`

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: {
    theme: { type: 'string' },
    screen: { type: 'string' },
    width: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const folder = join(root, '.cache', 'screenshots')

const takeScreens = async (services: RunningServices) => {
  const browser = await ensureBrowser(console.log)
  const { url, account } = await startDemoPlatform({ log: console.log, onStarted: services.add })
  mkdirSync(folder, { recursive: true })
  const token = await logIn(url, account)
  const count = await takeScreenshots({ browser, url, folder, token, wanted: values, log: console.log })
  console.log(`${count} screenshots in ${folder}`)
}

const takeStaff = async (services: RunningServices) => {
  const browser = await ensureBrowser(console.log)
  const dataDir = join(root, '.cache', 'staff-data')
  rmSync(dataDir, { recursive: true, force: true })
  const { url, account } = await startDemoPlatform({ log: console.log, onStarted: services.add, dataDir })
  const token = await logIn(url, account)
  await takeStaffPictures({ browser, url, folder: join(root, 'docs', 'images'), token, log: console.log })
}

const TASKS: Readonly<Record<string, (services: RunningServices) => Promise<void>>> = {
  screens: takeScreens,
  staff: takeStaff,
}
const [name = 'screens', ...more] = positionals
const task = more.length === 0 ? TASKS[name] : undefined

if (values.help) {
  console.log(HELP)
} else if (!task) {
  console.error(`${positionals.join(' ')}: no such pictures\n\n${HELP}`)
  process.exitCode = 2
} else {
  await runServices(task)
}
