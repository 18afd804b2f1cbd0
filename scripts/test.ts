import { ensureTestBrowser, ensureTestBrowsers } from '@atalaia/stack'
import { parseOptions, printError } from './support/run-script.ts'
import { installLab } from './support/install-lab.ts'
import { findChanges } from './support/tests/changes.ts'
import { describeProcessor, describeSteps, type StepResult } from './support/tests/describe-run.ts'
import {
  planAll,
  planChanged,
  planEveryday,
  planWords,
  STEPS,
  type Plan,
  type StepName,
} from './support/tests/plans.ts'
import { followProcessor } from './support/tests/processor-time.ts'
import { describeExpected, readRuns, recordRun } from './support/tests/runs.ts'
import { watchUnits, type Tally } from './support/tests/steps.ts'

const HELP = `npm test                          what a change must pass: lint, types, units, builds, journeys in Chromium
npm test -- --all                 everything, as CI runs it
npm test -- --changed [COMMIT]    what was changed since COMMIT, with the tests nearest to it
npm test -- WORDS                 the unit and browser tests with WORDS in their path or their title

A run says at its start what it does and about how long it takes. At its end stand the time of each step, the ten slowest
files, and what was left out. The last line counts what passed and failed.

  --changed     COMMIT is where the branch left main, or on main the commit before the last one, unless it is given.
                Files that are not committed count. Unit tests run of the folders of these files, and those that import
                one of them; npm test has the others. Browser tests run where a file of e2e/ changed.
  --watch       with --changed: Jest's own watch, of all tests that lead to these files by imports
  WORDS         a part of a title as its file has it ("a log-out reaches"), or parts of paths (session-end, e2e/specs/kit)
                and of a title in them
  --only STEP   this step alone: check, unit, build, e2e (give build too, where something changed) or chaos (with --all);
                can be given more than once
  --repeat N    each browser test N times: finds those that depend on the clock

  CHROMIUM_PATH   the browser to use (Debian's Chromium; root installs it when it is missing)
  TRACE=1         keeps the trace of a browser test that failed, in .cache/test/artifacts`

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    repeat: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const isStep = (name: string): name is StepName => STEPS.some((step) => step === name)

const problem = (): string | undefined => {
  const unknown = values.only?.find((name) => !isStep(name))
  if (unknown) return `--only ${unknown}: no such step`
  if (!/^[1-9]\d*$/.test(values.repeat)) return `--repeat ${values.repeat}: not a number of times`
  if (values.all && (values.changed || positionals.length > 0)) return '--all runs everything: it takes no other choice'
  if (values.watch && !values.changed) return '--watch goes with --changed'
  if (values.changed && positionals.length > 1) return '--changed takes one commit'
  return undefined
}

const makePlan = (): Plan => {
  const options = { repeat: Number(values.repeat) }
  if (values.changed) return planChanged(positionals[0], options)
  if (positionals.length > 0) return planWords(positionals, options)
  return values.all ? planAll(options) : planEveryday(options)
}

const SAMPLE_MS = 1000

const results: StepResult[] = []
let stopped = false

const work = async (name: StepName, run: () => Promise<Tally>): Promise<Tally> => {
  if (stopped) return { passed: 0, failed: 1 }
  const began = Date.now()
  console.log(`\n── ${name} ──`)
  const tally = await run().catch((error: unknown) => {
    printError(error)
    return { passed: 0, failed: 1 }
  })
  const seconds = (Date.now() - began) / 1000
  console.log(`── ${name}: ${tally.passed} passed, ${tally.failed} failed (${seconds.toFixed(1)} s)`)
  results.push({ name, seconds, ...tally })
  return tally
}

const runSteps = async ({ steps, needsLab, otherBrowsers }: Plan): Promise<void> => {
  if (needsLab) await installLab()
  const step = async (name: StepName, before?: Promise<void>): Promise<Tally | undefined> => {
    const found = steps[name]
    if (!found || (values.only && !values.only.includes(name))) return undefined
    return work(name, async () => {
      await before
      return found.run()
    })
  }
  // Starts at once: where a browser has to be installed, that takes place during the first steps.
  const ensure = otherBrowsers ? ensureTestBrowsers : ensureTestBrowser
  const browsers = steps.e2e ? ensure(console.log) : Promise.resolve()
  browsers.catch(() => undefined)

  const built = await step('build')
  const isBuilt = built === undefined || built.failed === 0
  // The attacks wait most of their time; the browser tests need both cores.
  const attacks = isBuilt ? step('chaos') : undefined
  // Some checks take one core alone.
  const checks = step('check')
  await step('unit')
  await checks
  await attacks
  if (isBuilt) await step('e2e', browsers)
}

const describeStart = ({ name, about, steps }: Plan): string =>
  [
    `${about}${name ? ` ${describeExpected(name)}` : ''}`,
    ...STEPS.flatMap((step) => (steps[step] ? [`  ${step.padEnd(8)}${steps[step].about}`] : [])),
  ].join('\n')

const runPlan = async (): Promise<void> => {
  const began = Date.now()
  const processorTime = followProcessor()
  const sampling = setInterval(processorTime.sample, SAMPLE_MS)
  const plan = makePlan()
  console.log(describeStart(plan))
  await runSteps(plan)

  const sum = (count: (result: StepResult) => number) => results.reduce((total, result) => total + count(result), 0)
  const passed = sum((result) => result.passed)
  const failed = sum((result) => result.failed)
  clearInterval(sampling)
  processorTime.sample()
  const processor = processorTime.seconds()
  const isWhole = values.only === undefined && values.repeat === '1'
  if (plan.name && isWhole && failed === 0 && !stopped) {
    const date = new Date(began).toISOString().slice(0, 10)
    recordRun(plan.name, { date, seconds: (Date.now() - began) / 1000, processor })
  }
  console.log(`\n${describeSteps(results)}\n`)
  if (processor !== undefined) console.log(describeProcessor(processor, readRuns()['npm test -- --all']))
  for (const line of plan.leftOut) console.log(line)
  if (passed + failed === 0) console.log('No test ran.')
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(passed === 0 || failed > 0 || stopped ? 1 : 0)
}

const wrong = problem()
if (values.help) {
  console.log(HELP)
} else if (wrong) {
  console.error(`${wrong}\n\n${HELP}`)
  process.exitCode = 2
} else {
  try {
    // `runStreamed` passes the signal on to the running step; here it only prevents the next one.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (stopped = true))
    if (values.watch) process.exit(await watchUnits(findChanges(positionals[0]).since))
    await runPlan()
  } catch (error) {
    printError(error)
    process.exit(1)
  }
}
