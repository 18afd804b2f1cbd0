import { root } from '@atalaia/stack'
import { Stryker } from '@stryker-mutator/core'
import { jestConfigOf, type Part, type PartResult } from './parts.ts'

const SANDBOX = '.cache/mutants/sandbox'

const UNREAD = ['dist', '.data', '.cache', '/docs', '/e2e', '/examples', '/bench', '/chaos', '/conformance']
const NOT_COPIED = [...UNREAD, '/tsconfig.json']

const COUNTED = new Set(['Killed', 'Timeout', 'Survived', 'NoCoverage'])

/** Rejects when tests fail unchanged. */
export const runPart = async (
  { name, mutate, tests, project, leftOut = {}, timeoutMs = 120_000, testTimeoutMs }: Part,
  concurrency: number,
): Promise<PartResult> => {
  const began = performance.now()
  const results = await new Stryker({
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    mutate: [...mutate],
    mutator: { excludedMutations: Object.keys(leftOut) },
    // An endless loop is found by the number of its turns. What is slow because the machine is busy is not noticed.
    timeoutMS: timeoutMs,
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency,
    tempDirName: SANDBOX,
    cleanTempDir: 'always',
    ignorePatterns: NOT_COPIED,
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: `.cache/mutants/${name}.json` },
    jest: {
      projectType: 'custom',
      // The workspace's own configuration has several projects, of which Stryker runs none.
      configFile: 'package.json',
      enableFindRelatedTests: true,
      config: jestConfigOf(project, tests, testTimeoutMs),
    },
  }).runMutationTest()
  const counted = results.filter(({ status }) => COUNTED.has(status))
  const survived = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  return {
    name,
    mutants: counted.length,
    killed: counted.length - survived.length,
    seconds: (performance.now() - began) / 1000,
    survivors: survived.map(
      ({ fileName, location, mutatorName, replacement, status }) =>
        `${fileName.replace(`${root}/`, '')}:${location.start.line}:${location.start.column} ${mutatorName}${
          status === 'NoCoverage' ? ' (no test comes here)' : ''
        }: ${(replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)}`,
    ),
  }
}
