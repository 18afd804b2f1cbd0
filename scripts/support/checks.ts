import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'

export type Check = { readonly name: string; readonly command: readonly [string, ...string[]] }
export type CheckResult = {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
  readonly output: string
}

/** The folders with source of ours; oxlint would read node_modules and dist as well. */
const sources = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|docs$|coverage$)/.test(entry.name))
  .map((entry) => entry.name)

export const checks: readonly Check[] = [
  { name: 'lint and import rules', command: ['oxlint', ...sources] },
  { name: 'types', command: ['tsc', '-p', '.', '--singleThreaded'] },
  { name: 'types of the examples', command: ['node', 'scripts/check-examples.ts'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'public surfaces', command: ['node', 'scripts/api.ts', '--check'] },
  { name: 'versions of the packages', command: ['node', 'scripts/packages.ts', 'check'] },
  { name: 'rules and their citations', command: ['node', 'scripts/rules.ts'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
]

const runCheck = async ({ name, command: [program, ...args] }: Check): Promise<CheckResult> => {
  const began = Date.now()
  const binary = join(root, 'node_modules', '.bin', program)
  const { code, output } = await runCaptured(binary, args, { cwd: root })
  return { name, passed: code === 0, seconds: (Date.now() - began) / 1000, output }
}

/** Runs all checks at the same time, and reports each as it ends. */
export const runChecks = (report: (result: CheckResult) => void): Promise<readonly CheckResult[]> =>
  Promise.all(
    checks.map(async (check) => {
      const result = await runCheck(check)
      report(result)
      return result
    }),
  )

/** One line for a check that passed; its tool's words for one that failed. */
export const describeCheck = ({ name, passed, seconds, output }: CheckResult): string =>
  `${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)${passed ? '' : `\n${output.trimEnd()}\n`}`
