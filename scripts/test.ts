import { parseArgs } from 'node:util'
import { ensureBrowser } from './support/browser.ts'
import { build, check, e2e, unit, type Tally } from './support/test-steps.ts'

const HELP = `npm test -- [--only STEP] [--grep TEXT]
Everything that CI checks. The last line says how many tests and checks passed and failed.

  --only STEP   one of: check (lint, types, dead code, format), unit (Jest), build,
                e2e (builds what is stale, then Playwright); can be given more than once
  --grep TEXT   only the browser tests whose names have TEXT in them

  CHROMIUM_PATH   the browser to use (Debian's Chromium; root installs it when it is missing)`

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    grep: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const names = ['check', 'unit', 'build', 'e2e']
const wanted = new Set(values.only ?? names)
let stopped = false

const run = async (): Promise<Tally> => {
  // Begun at once: where it has to be installed, that goes on beside the first steps.
  const browser = wanted.has('e2e') ? ensureBrowser(console.log) : Promise.resolve('')
  browser.catch(() => undefined)

  let total: Tally = { passed: 0, failed: 0 }
  const step = async (name: string, work: () => Promise<Tally>): Promise<Tally> => {
    if (stopped) return { passed: 0, failed: 1 }
    const began = Date.now()
    console.log(`\n── ${name} ──`)
    const tally = await work().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      return { passed: 0, failed: 1 }
    })
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    console.log(`── ${name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`)
    total = { passed: total.passed + tally.passed, failed: total.failed + tally.failed }
    return tally
  }

  if (wanted.has('check')) await step('check', check)
  if (wanted.has('unit')) await step('unit', unit)
  if (wanted.has('build') || wanted.has('e2e')) {
    const built = await step('build', build)
    if (wanted.has('e2e') && built.failed === 0) await step('e2e', async () => e2e(await browser, values.grep))
  }
  return total
}

const unknown = [...wanted].find((name) => !names.includes(name))
if (values.help) {
  console.log(HELP)
} else if (unknown) {
  console.error(`--only ${unknown}: no such step\n\n${HELP}`)
  process.exitCode = 2
} else {
  // The running step is told by runStreamed; here it is only remembered that no further one begins.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (stopped = true))
  const { passed, failed } = await run()
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed > 0 || stopped ? 1 : 0)
}
