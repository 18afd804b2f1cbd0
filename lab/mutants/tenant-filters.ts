import { root, runCaptured } from '@atalaia/stack'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { jestConfigOf, type PartResult } from './parts.ts'

export type TenantFilter = { readonly index: number; readonly text: string; readonly replacement: string }

const FORMS: readonly (readonly [pattern: RegExp, without: string])[] = [
  [/(?<![\w.])organisation_id = (\$\d+)(?:::bigint)?/g, '$1::bigint IS NOT NULL'],
  [/\w+\.organisation_id = \w+\.organisation_id/g, 'true'],
  [/USING \(organisation_id\)/g, 'ON true'],
  [/NOT source\.fabricated OR organisation\.fabricated/g, 'true'],
]

/** In the text's order. */
export const findTenantFilters = (content: string): readonly TenantFilter[] =>
  FORMS.flatMap(([pattern, without]) =>
    [...content.matchAll(pattern)].map((found) => ({
      index: found.index,
      text: found[0],
      replacement: found[0].replace(pattern, without),
    })),
  ).toSorted((a, b) => a.index - b.index)

const SANDBOX = join(root, '.cache', 'mutants', 'tenancy')
const STEPS = [
  ['leak-api/src/integration/tenancy.test.ts'],
  ['numbers', 'numbers/monitoring', 'connect/portals', 'watchlist/reports'].map(
    (folder) => `leak-api/src/${folder}/*.test.ts`,
  ),
]

const isSource = (path: string) => !path.endsWith('.test.ts')

const makeSandbox = () => {
  rmSync(SANDBOX, { recursive: true, force: true })
  const from = join(root, 'leak-api')
  const to = join(SANDBOX, 'leak-api')
  mkdirSync(SANDBOX, { recursive: true })
  cpSync(from, to, { recursive: true, filter: (path) => !/\/(node_modules|dist|\.data)(\/|$)/.test(path) })
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'))
}

const notice = async (tests: readonly string[]): Promise<boolean> => {
  const jest = createRequire(join(root, 'package.json')).resolve('jest/bin/jest')
  const config = JSON.stringify({ ...jestConfigOf('server', tests), rootDir: SANDBOX })
  const args = [jest, '--config', config, '--runInBand', '--bail', '--testNamePattern', 'on PostgreSQL']
  const { code } = await runCaptured(process.execPath, args, { cwd: SANDBOX })
  return code !== 0
}

const isNoticed = async () => {
  for (const tests of STEPS) if (await notice(tests)) return true
  return false
}

/**
 * Removes each organisation filter from the API's SQL in turn, in a copy. Rejects when tests fail
 * unchanged.
 */
export const runTenantFilters = async (name: string): Promise<PartResult> => {
  const began = performance.now()
  makeSandbox()
  try {
    if (await isNoticed()) throw new Error('tenancy: the tests fail without any change')
    const survivors: string[] = []
    let mutants = 0
    const files = globSync('leak-api/src/**/*.{ts,sql}', { cwd: root }).filter(isSource).toSorted()
    for (const file of files) {
      const path = join(SANDBOX, file)
      const content = readFileSync(path, 'utf8')
      for (const { index, text, replacement } of findTenantFilters(content)) {
        mutants += 1
        writeFileSync(path, content.slice(0, index) + replacement + content.slice(index + text.length))
        const line = content.slice(0, index).split('\n').length
        if (!(await isNoticed())) survivors.push(`${file}:${line} without its filter: ${text}`)
      }
      writeFileSync(path, content)
    }
    const seconds = (performance.now() - began) / 1000
    return { name, mutants, killed: mutants - survivors.length, seconds, survivors }
  } finally {
    rmSync(SANDBOX, { recursive: true, force: true })
  }
}
