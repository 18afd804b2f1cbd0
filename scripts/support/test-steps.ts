import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { number, object, type infer as Infer, type ZodMiniType } from 'zod/mini'
import { buildPackages } from './build-packages.ts'
import { describeCheck, runChecks } from './checks.ts'
import { runStreamed } from './run-streamed.ts'
import { root, workspacePackages } from './workspace.ts'

export type Tally = { readonly passed: number; readonly failed: number }

const results = join(root, '.cache', 'test')
const jestSchema = object({ numPassedTests: number(), numFailedTests: number(), numRuntimeErrorTestSuites: number() })
const playwrightSchema = object({
  stats: object({ expected: number(), unexpected: number(), flaky: number() }),
})

/** What a run wrote down; nothing readable counts as one failure, as does a failing exit without a failed test. */
const tallyOf = <Schema extends ZodMiniType>(
  file: string,
  schema: Schema,
  code: number,
  count: (report: Infer<Schema>) => Tally,
): Tally => {
  try {
    const { passed, failed } = count(schema.parse(JSON.parse(readFileSync(file, 'utf8'))))
    return { passed, failed: code !== 0 ? Math.max(failed, 1) : failed }
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : error}`)
    return { passed: 0, failed: 1 }
  }
}

/** Runs tests with a folder for temporary files that is gone afterwards, whatever they left in it. */
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

const resultFile = (name: string): string => {
  mkdirSync(results, { recursive: true })
  const file = join(results, name)
  rmSync(file, { force: true })
  return file
}

export const check = async (): Promise<Tally> => {
  const done = await runChecks((result) => console.log(describeCheck(result)))
  const passed = done.filter((result) => result.passed).length
  return { passed, failed: done.length - passed }
}

export const unit = async (): Promise<Tally> => {
  const file = resultFile('jest.json')
  const jest = createRequire(join(root, 'package.json')).resolve('jest/bin/jest')
  const code = await runTests([jest, '--json', `--outputFile=${file}`])
  return tallyOf(file, jestSchema, code, ({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) => ({
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
  }))
}

/** The product's packages, and the remotes that exist for the tests alone. */
export const build = async (): Promise<Tally> => {
  const fixtures = [...workspacePackages().values()].filter(({ folder }) => folder.includes(join('e2e', 'fixtures')))
  try {
    await buildPackages({ log: console.log })
    await buildPackages({ only: fixtures.map(({ name }) => name), log: console.log })
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

export const e2e = async (browser: string, grep?: string): Promise<Tally> => {
  const file = resultFile('playwright.json')
  const playwright = createRequire(join(root, 'e2e', 'package.json')).resolve('@playwright/test/cli')
  const code = await runTests(
    [playwright, 'test', '--config', 'e2e/playwright.config.ts', ...(grep ? ['--grep', grep] : [])],
    { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  )
  return tallyOf(file, playwrightSchema, code, ({ stats: { expected, unexpected, flaky } }) => ({
    passed: expected,
    failed: unexpected + flaky,
  }))
}
