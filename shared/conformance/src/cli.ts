import { PORTAL_ARGS, browserArgs, findBrowser } from '@atalaia/stack'
// oxlint-disable-next-line no-restricted-imports -- a command, and no test
import { chromium, type Browser } from '@playwright/test'
import { parseArgs } from 'node:util'
import { checks } from './checks/checks.ts'
import { runConformance, type Result } from './conformance.ts'
import { DOORS, type Door } from './door.ts'
import { UnusablePage } from './harness/portal.ts'
import { unnoticed } from './verdict.ts'

const HELP = `npm run conformance -- URL [--door DOOR] [--only ID] [--json]
Opens a portal's page that shows the dashboard in Chromium, and reports each promise of docs/integrators.md:
kept, not kept, or not applicable. It puts further dashboards into the page, which talk to an API that is played there:
nothing is changed in your data.

  --door DOOR
              the way in which the portal shows it: element (<atalaia-analytics>, the default), federation (the module
              mfe_analytics/dashboard of a Module Federation host) or frame (the page frame.html). A promise that says
              nothing at a door is not applicable there, with the reason, and needs no --may-skip
  --only ID   one promise alone; can be given more than once
  --toggle SELECTOR
              a control of the portal that takes the element away, and brings it back, with its own framework
  --may-skip ID
              a promise that does not apply to this portal; can be given more than once
  --patience SECONDS
              how long a promise may take to be kept once the embed has loaded (12)
  --list      the promises and their ids
  --json      the results as JSON

  CHROMIUM_PATH   the browser to use

It ends with 0 when every promise is kept, with 1 when one is not or does not apply and --may-skip does not name it, with 2 when the page cannot be looked at.`

const UNUSABLE = 2

const SIGNS = { kept: '✓', 'not kept': '✗', 'not applicable': '–' } as const

const lineOf = ({ id, promise, verdict }: Result): string => {
  const line = `${SIGNS[verdict.kind]} ${verdict.kind.padEnd(14)} ${id.padEnd(22)} ${promise}`
  return verdict.kind === 'kept' ? line : `${line}\n  ${' '.repeat(14)} ${' '.repeat(22)} → ${verdict.why}`
}

const summaryOf = (results: readonly Result[]): string => {
  const count = (kind: keyof typeof SIGNS) => results.filter(({ verdict }) => verdict.kind === kind).length
  return `${count('kept')} kept, ${count('not kept')} not kept, ${count('not applicable')} not applicable`
}

const launchBrowser = (): Promise<Browser> => {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('There is no Chromium here. Say where one is: CHROMIUM_PATH=/path/to/chrome')
  return chromium.launch({ executablePath, args: [...browserArgs(), ...PORTAL_ARGS] })
}

const print = (json: boolean, url: string, results: readonly Result[]) =>
  console.log(json ? JSON.stringify({ url, results }, null, 2) : `\n${summaryOf(results)}`)

type RunOptions = {
  readonly url: string
  readonly door: Door
  readonly json: boolean
  readonly only: readonly string[] | undefined
  readonly toggle: string | undefined
  readonly patienceMs: number | undefined
  readonly maySkip: readonly string[]
}

const run = async ({ url, door, json, only, toggle, patienceMs, maySkip }: RunOptions): Promise<number> => {
  const browser = await launchBrowser()
  try {
    const report = json ? undefined : (result: Result) => console.log(lineOf(result))
    const results = await runConformance({
      browser,
      url,
      door,
      ...(only && { only }),
      ...(toggle && { toggle }),
      ...(patienceMs && { patienceMs }),
      ...(report && { report }),
    })
    print(json, url, results)
    const skipped = unnoticed(results, maySkip)
    for (const id of skipped)
      console.error(`${id} is not applicable: it was not checked. If that is so here: --may-skip ${id}`)
    return skipped.length > 0 || results.some(({ verdict }) => verdict.kind === 'not kept') ? 1 : 0
  } catch (error) {
    if (!(error instanceof UnusablePage)) throw error
    console.error(error.message)
    return UNUSABLE
  } finally {
    await browser.close()
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    door: { type: 'string', default: 'element' },
    only: { type: 'string', multiple: true },
    toggle: { type: 'string' },
    patience: { type: 'string' },
    'may-skip': { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [url, ...more] = positionals
const door = DOORS.find((known) => known === values.door)
const patienceMs = values.patience === undefined ? undefined : Number(values.patience) * 1000
const unknown = [...(values.only ?? []), ...values['may-skip']].find((id) => !checks.some((check) => check.id === id))

if (values.help) console.log(HELP)
else if (values.list) for (const { id, promise } of checks) console.log(`${id.padEnd(22)} ${promise}`)
else if (!door) {
  console.error(`--door ${values.door}: there are ${DOORS.join(', ')}`)
  process.exitCode = UNUSABLE
} else if (unknown) {
  console.error(`${unknown}: no such promise; --list names them`)
  process.exitCode = UNUSABLE
} else if (patienceMs !== undefined && !(patienceMs > 0)) {
  console.error(`--patience ${values.patience}: give a number of seconds`)
  process.exitCode = UNUSABLE
} else if (!url || more.length > 0 || !URL.canParse(url)) {
  console.error(`Give the address of one page.\n\n${HELP}`)
  process.exitCode = UNUSABLE
} else {
  const { json, only, toggle } = values
  process.exitCode = await run({ url, door, json, only, toggle, patienceMs, maySkip: values['may-skip'] })
}
