import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { buildPackages, messageOf, root, workspacePackages } from '@atalaia/stack'
import { array, number, object, optional, string, type infer as Infer, type ZodMiniType } from 'zod/mini'
import { describeCheck, runChecks, type Check } from './checks.ts'
import { EVERYDAY_FILES } from './find-tests.ts'
import { printError } from '../run-script.ts'
import { runStreamed } from '../run-streamed.ts'

export type Tally = {
  readonly passed: number
  readonly failed: number
  readonly parts?: readonly Part[]
}

export type Part = { readonly name: string; readonly seconds: number }

const results = join(root, '.cache', 'test')
const jestSchema = object({
  numPassedTests: number(),
  numFailedTests: number(),
  numRuntimeErrorTestSuites: number(),
  testResults: array(object({ name: string(), startTime: number(), endTime: number() })),
})

const specSchema = object({
  tests: array(object({ results: array(object({ duration: number() })) })),
})
const suiteSchema = object({
  file: string(),
  specs: optional(array(specSchema)),
  get suites() {
    return optional(array(suiteSchema))
  },
})
type Suite = Infer<typeof suiteSchema>
const playwrightSchema = object({
  stats: object({ expected: number(), unexpected: number() }),
  suites: array(suiteSchema),
})

const millisecondsOf = ({ specs = [], suites = [] }: Suite): number => {
  const own = specs.flatMap(({ tests }) => tests).flatMap((test) => test.results)
  return [...own.map(({ duration }) => duration), ...suites.map(millisecondsOf)].reduce((sum, each) => sum + each, 0)
}

/** An unreadable report, or a failing exit without failed tests, is one failure. */
const tallyOf = <Schema extends ZodMiniType>(
  file: string,
  schema: Schema,
  code: number,
  count: (report: Infer<Schema>) => Tally,
): Tally => {
  try {
    const tally = count(schema.parse(JSON.parse(readFileSync(file, 'utf8'))))
    return code === 0 ? tally : { ...tally, failed: Math.max(tally.failed, 1) }
  } catch (error) {
    console.error(`${file}: ${messageOf(error)}`)
    return { passed: 0, failed: 1 }
  }
}

/** Removes its temporary folder afterwards. */
const runTests = async (argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-'))
  // PostgreSQL runs as a user of its own, and has to come through.
  chmodSync(folder, 0o755)
  try {
    return await runStreamed(process.execPath, argv, { ...process.env, TMPDIR: folder, ...env })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** `missed` is empty when an attack met its goals. */
const chaosSchema = object({ outcomes: array(object({ missed: optional(array(string())) })) })

const resultFile = (name: string): string => {
  mkdirSync(results, { recursive: true })
  const file = join(results, name)
  rmSync(file, { force: true })
  return file
}

export const check = async (checks: readonly Check[]): Promise<Tally> => {
  const done = await runChecks(checks, (result) => console.log(describeCheck(result)))
  const passed = done.filter((result) => result.passed).length
  return { passed, failed: done.length - passed, parts: done }
}

const jest = () => createRequire(join(root, 'package.json')).resolve('jest/bin/jest')

export const unit = async (args: readonly string[] = []): Promise<Tally> => {
  const file = resultFile('jest.json')
  const code = await runTests([jest(), '--json', `--outputFile=${file}`, ...args])
  return tallyOf(
    file,
    jestSchema,
    code,
    ({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      parts: testResults.map(({ name, startTime, endTime }) => ({
        name: relative(root, name),
        seconds: (endTime - startTime) / 1000,
      })),
    }),
  )
}

/** Ends when the person ends it. */
export const watchUnits = (since: string): Promise<number> =>
  runStreamed(
    process.execPath,
    [jest(), '--watch', '--changedSince', since, EVERYDAY_FILES],
    process.env,
    root,
    'inherit',
  )

/** `withLab` adds the lab's package. */
export const build = async ({ withLab }: { readonly withLab: boolean }): Promise<Tally> => {
  const parents = ['e2e/fixtures', ...(withLab ? ['lab'] : [])].map((parent) => join(root, parent))
  const fixtures = [...workspacePackages().values()].filter(({ folder }) => parents.includes(dirname(folder)))
  try {
    await buildPackages({ log: console.log })
    await buildPackages({ only: fixtures.map(({ name }) => name), log: console.log })
    return { passed: 1, failed: 0 }
  } catch (error) {
    printError(error)
    return { passed: 0, failed: 1 }
  }
}

export const chaos = async (): Promise<Tally> => {
  const file = resultFile('chaos.json')
  const code = await runTests([join(root, 'lab/chaos/chaos.ts'), '--short', '--report', file])
  return tallyOf(file, chaosSchema, code, ({ outcomes }) => {
    const missed = outcomes.flatMap((outcome) => (outcome.missed === undefined ? [] : [outcome.missed.length]))
    return { passed: missed.filter((count) => count === 0).length, failed: missed.filter((count) => count > 0).length }
  })
}

export const e2e = async (args: readonly string[] = []): Promise<Tally> => {
  const file = resultFile('playwright.json')
  const playwright = createRequire(join(root, 'e2e', 'package.json')).resolve('@playwright/test/cli')
  const code = await runTests([playwright, 'test', '--config', 'e2e/playwright.config.ts', ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  return tallyOf(file, playwrightSchema, code, ({ stats: { expected, unexpected }, suites }) => ({
    passed: expected,
    failed: unexpected,
    parts: suites.map((suite) => ({ name: `e2e/specs/${suite.file}`, seconds: millisecondsOf(suite) / 1000 })),
  }))
}
