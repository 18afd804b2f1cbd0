import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'
import { installLab } from '../install-lab.ts'

export type Check = {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** Only in `npm test -- --all`: builds packages, or needs the lab. */
  readonly isSlow?: boolean
}
export type CheckResult = {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
  readonly output: string
}

const sources = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|docs$|coverage$)/.test(entry.name))
  .map((entry) => entry.name)

const types: Check = {
  name: 'types',
  command: [
    'tsc',
    '-p',
    '.',
    '--singleThreaded',
    '--incremental',
    '--tsBuildInfoFile',
    join(root, '.cache', 'types.tsbuildinfo'),
  ],
}
const documents: Check = { name: 'documents', command: ['node', 'scripts/documents.ts'] }
const rules: Check = { name: 'rules and their citations', command: ['node', 'scripts/rules.ts'] }

export const checks: readonly Check[] = [
  { name: 'lint and import rules', command: ['oxlint', ...sources] },
  types,
  { name: 'types of the lab', command: ['tsc', '-p', 'lab', '--singleThreaded'], isSlow: true },
  { name: 'types of the examples', command: ['node', 'scripts/check-examples.ts'], isSlow: true },
  { name: 'dead code', command: ['node', 'lab/node_modules/knip/bin/knip.js'], isSlow: true },
  { name: 'public surfaces', command: ['node', 'scripts/api.ts', '--check'], isSlow: true },
  { name: 'versions of the packages', command: ['node', 'scripts/packages.ts', 'check'] },
  rules,
  documents,
  { name: 'format', command: ['oxfmt', '--check', '.'] },
]

export const checksOf = (files: readonly string[]): readonly Check[] => {
  const linted = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  return [
    ...(linted.length > 0 ? [{ name: 'lint and import rules', command: ['oxlint', ...linted] } as const] : []),
    types,
    rules,
    documents,
    ...(files.length > 0
      ? [{ name: 'format', command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files] } as const]
      : []),
  ]
}

const runCheck = async ({ name, command: [program, ...args] }: Check): Promise<CheckResult> => {
  const began = Date.now()
  const binary = join(root, 'node_modules', '.bin', program)
  const { code, output } = await runCaptured(binary, args, { cwd: root })
  return { name, passed: code === 0, seconds: (Date.now() - began) / 1000, output }
}

/** In parallel; reports each at its end. */
export const runChecks = async (
  chosen: readonly Check[],
  report: (result: CheckResult) => void,
): Promise<readonly CheckResult[]> => {
  if (chosen.some(({ isSlow }) => isSlow)) await installLab()
  return Promise.all(
    chosen.map(async (check) => {
      const result = await runCheck(check)
      report(result)
      return result
    }),
  )
}

/** One line, or a failed tool's output. */
export const describeCheck = ({ name, passed, seconds, output }: CheckResult): string =>
  `${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)${passed ? '' : `\n${output.trimEnd()}\n`}`
