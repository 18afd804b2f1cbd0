import { writeFile } from 'node:fs/promises'
import { availableParallelism, constants, loadavg, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { buildPackages } from '@atalaia/stack'
import type { Attack } from './attack.ts'
import { attacks } from './attacks/attacks.ts'
import type { BackendKind } from './backends.ts'
import { measure, P99_GOAL_MS, type Outcome } from './measure.ts'
import { openStage } from './stage.ts'
import { tableText } from './table.ts'

const HELP = `npm run lab -- chaos [--short] [--only NAME] [--json] [--report FILE]
Starts the platform with PostgreSQL and S3 servers, and attacks it while ordinary people use it from other addresses.
Exits with 1 when a goal is missed: other people's p99 under ${P99_GOAL_MS} ms, no failed call, nothing lost, no wrong verdict
of health. An attack on what a call needs (the database, a server) promises less; its file says what.
All traffic stays on the loopback network. Where it may (root), it runs with the highest priority, because the work of other
programs would be measured, too; keep the machine quiet all the same.

  --short       the attacks that take little time, for CI. An attack in which answers were late, and nothing else was wrong,
                does not fail the run
  --only NAME   one attack; can be given more than once
  --json        the outcomes as JSON
  --report FILE the outcomes as JSON into a file, beside the table

${attacks.map(({ name, what, short }) => `  ${name.padEnd(17)} ${short ? '*' : ' '} ${what}`).join('\n')}

  * in the short run
  FAKETIME_LIBRARY   libfaketimeMT.so.1, where it is not in Debian's place`

const ATTACK_SECONDS = 10
const SHORT_ATTACK_SECONDS = 2

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
    report: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const describe = (outcome: Outcome): string => {
  if ('skipped' in outcome) return `SKIPPED: ${outcome.skipped}`
  return outcome.missed.length === 0 ? 'goals met' : `MISSED: ${outcome.missed.join('; ')}`
}

const takePriority = () => {
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST)
  } catch {
    // Root alone may.
  }
}

const run = async (): Promise<readonly Outcome[]> => {
  const wanted = attacks.filter(({ name, short }) =>
    values.only ? values.only.includes(name) : !values.short || short,
  )
  await buildPackages({ log: console.error })
  takePriority()
  const outcomes: Outcome[] = []
  for (const backends of ['single', 'replicated'] as const) {
    const here = wanted.filter((attack) => (attack.backends ?? 'single') === backends)
    if (here.length > 0) outcomes.push(...(await runOn(backends, here)))
  }
  return outcomes
}

const runOn = async (backends: BackendKind, wanted: readonly Attack[]): Promise<readonly Outcome[]> => {
  const stage = await openStage(backends)
  const outcomes: Outcome[] = []
  try {
    for (const attack of wanted) {
      console.error(`${attack.name}: ${attack.what} …`)
      let outcome = await measure(stage, attack, values.short ? SHORT_ATTACK_SECONDS : ATTACK_SECONDS)
      console.error(`  ${describe(outcome)}`)
      // A test holds what was lost, refused or told wrong. How late answers are depends on the machine: the whole run holds it.
      if (values.short && 'isLateOnly' in outcome && outcome.isLateOnly) outcome = { ...outcome, missed: [] }
      outcomes.push(outcome)
    }
  } finally {
    await stage.stop()
  }
  return outcomes
}

const unknown = values.only?.find((name) => !attacks.some((attack) => attack.name === name))
if (values.help) {
  console.log(HELP)
} else if (unknown !== undefined) {
  console.error(`--only ${unknown}: no such attack\n\n${HELP}`)
  process.exitCode = 2
} else {
  const outcomes = await run()
  const load = loadavg().map((value) => value.toFixed(1))
  const machine = `${availableParallelism()} cores, load ${load.join(', ')}`
  const report = JSON.stringify({ machine, outcomes }, null, 2)
  if (values.report !== undefined) await writeFile(values.report, report)
  console.log(values.json ? report : `\n${tableText(outcomes)}\n\n${machine}`)
  const missed = outcomes.some((outcome) => !('skipped' in outcome) && outcome.missed.length > 0)
  process.exitCode = missed ? 1 : 0
}
