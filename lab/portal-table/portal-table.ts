import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PORTAL_ARGS, browserArgs, buildPackages, findBrowser, root } from '@atalaia/stack'
import { chromium } from '@playwright/test'
import { exampleNames } from '../../scripts/support/examples/examples.ts'
import { EMPTY_PAGE, readTable, writeTable } from './table.ts'
import { startExamples } from '../../scripts/support/examples/start-examples.ts'
import { tryPortal } from './try-portal.ts'
import { parseOptions, runServices, type RunningServices } from '../../scripts/support/run-script.ts'

const HELP = `npm run lab -- portal-table [NAME …]
Starts the example portals, all by default, runs a short journey and every check of npm run conformance in each, and writes
the results into .cache/portals.md. Portals that are not named keep their columns.

  DATA_DIR        where the data of the API lies (.cache/example-data)
  CHROMIUM_PATH   the browser to use`

const page = join(root, '.cache', 'portals.md')

const run = async (names: readonly string[], services: RunningServices) => {
  await buildPackages({ log: console.log })
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '/usr/bin/chromium',
    args: [...browserArgs(), ...PORTAL_ARGS],
  })
  services.add({ stop: () => browser.close() })
  process.env['PORT'] ??= '0'
  const { portals } = await startExamples({ names, onStarted: services.add })
  for (const portal of portals) {
    const column = await tryPortal(browser, portal)
    const seen = column.cells.map(({ sign }) => sign).join('')
    console.log(`${portal.name.padEnd(24)} ${seen}`)
    for (const { id, sign, why } of column.cells) if (sign !== '✓') console.log(`  ${sign} ${id}: ${why}`)
    // At once: a run of all portals takes long, and may be broken off.
    const text = existsSync(page) ? readFileSync(page, 'utf8') : EMPTY_PAGE
    const others = readTable(text).filter(({ name }) => name !== portal.name)
    mkdirSync(dirname(page), { recursive: true })
    writeFileSync(page, writeTable(text, [...others, column]))
  }
}

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h', default: false } },
})
const unknown = positionals.find((name) => !exampleNames().includes(name))
if (values.help) console.log(HELP)
else if (unknown) {
  console.error(`${unknown}: no such example\n\n${HELP}`)
  process.exitCode = 2
} else {
  await runServices((services) => run(positionals.length > 0 ? positionals : exampleNames(), services))
}
