import { ensureTestBrowsers } from '@atalaia/stack'
import { describeDurations, type StepResult } from './support/describe-durations.ts'
import { parseOptions, printError } from './support/run-script.ts'
import { build, chaos, check, e2e, unit, type Tally } from './support/test-steps.ts'

const HELP = `npm test -- [--only STEP] [--grep TEXT]
Everything that CI checks. The table at the end shows where the time went; the last line counts what passed and failed.

  --only STEP   one of: check (lint, types, dead code, format), unit (Jest), build,
                e2e (builds what is stale, then Playwright), chaos (attacks, npm run chaos -- --short);
                can be given more than once
  --grep TEXT   only the browser tests whose names have TEXT in them

  CHROMIUM_PATH   the browser to use (Debian's Chromium; root installs it when it is missing)`

const { values } = parseOptions({
  options: {
    only: { type: 'string', multiple: true },
    grep: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const names = ['build', 'check', 'chaos', 'unit', 'e2e']
const wanted = new Set(values.only ?? names)
let stopped = false

const results: StepResult[] = []

const step = async (name: string, work: () => Promise<Tally>): Promise<Tally> => {
  if (stopped) return { passed: 0, failed: 1 }
  const began = Date.now()
  console.log(`\n── ${name} ──`)
  const tally = await work().catch((error: unknown) => {
    printError(error)
    return { passed: 0, failed: 1 }
  })
  const seconds = (Date.now() - began) / 1000
  console.log(`── ${name}: ${tally.passed} passed, ${tally.failed} failed (${seconds.toFixed(1)} s)`)
  results.push({ name, seconds, ...tally })
  return tally
}

const run = async (): Promise<void> => {
  // Starts at once: where the browser has to be installed, that takes place during the first steps.
  const browsers = wanted.has('e2e') ? ensureTestBrowsers(console.log) : Promise.resolve()
  browsers.catch(() => undefined)

  const needsBuild = ['build', 'e2e', 'chaos'].some((name) => wanted.has(name))
  const built = needsBuild ? await step('build', build) : undefined
  // The attacks wait most of their time; the browser tests need both cores.
  const attacks = wanted.has('chaos') && built?.failed === 0 ? step('chaos', chaos) : undefined
  // Some checks take one core alone.
  const checks = wanted.has('check') ? step('check', check) : undefined
  if (wanted.has('unit')) await step('unit', unit)
  await checks
  await attacks
  if (wanted.has('e2e') && built?.failed === 0) await step('e2e', async () => browsers.then(() => e2e(values.grep)))
}

const unknown = [...wanted].find((name) => !names.includes(name))
if (values.help) {
  console.log(HELP)
} else if (unknown) {
  console.error(`--only ${unknown}: no such step\n\n${HELP}`)
  process.exitCode = 2
} else {
  // `runStreamed` passes the signal on to the running step; here it only prevents the next one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (stopped = true))
  await run()
  const sum = (count: (result: StepResult) => number) => results.reduce((total, result) => total + count(result), 0)
  const failed = sum((result) => result.failed)
  console.log(`\n${describeDurations(results)}`)
  console.log(`\n${sum((result) => result.passed)} passed, ${failed} failed`)
  process.exit(failed > 0 || stopped ? 1 : 0)
}
