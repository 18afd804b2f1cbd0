import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, root, startDemoPlatform } from '@atalaia/stack'
import { parseOptions, runServices, type RunningServices } from '../../scripts/support/run-script.ts'
import { measurePages } from './measure-pages.ts'

const HELP = `npm run lab -- lighthouse [--runs 5] [--page NAME]
Lighthouse with its default mobile settings on the production build: the median of the runs, as a table.
--page: landing, login, dashboard, kit (all pages of the template kit), or one of the kit's routes by its id.
Exit code 1 when a page misses its goal for performance, with what it lacks. Whole reports go to .cache/lighthouse/.`

const { values } = parseOptions({
  options: {
    runs: { type: 'string', default: '5' },
    page: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const folder = join(root, '.cache', 'lighthouse')

const run = async (services: RunningServices) => {
  const browser = await ensureBrowser(console.log)
  const platform = await startDemoPlatform({ log: console.log, onStarted: services.add })
  mkdirSync(folder, { recursive: true })
  const runs = Math.max(1, Number.parseInt(values.runs, 10) || 1)
  const missed = await measurePages({ browser, folder, runs, page: values.page, log: console.log, ...platform })
  if (missed.length > 0) process.exitCode = 1
}

if (values.help) {
  console.log(HELP)
} else {
  await runServices(run)
}
