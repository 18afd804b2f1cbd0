import { root } from '@atalaia/stack'
import jestConfig from '../../jest.config.ts'

type LeftOut = Readonly<Record<string, string>>

export type Part = {
  readonly name: string
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  readonly project: 'node' | 'server'
  readonly leftOut?: LeftOut
  /** In milliseconds. Default: 120,000. */
  readonly timeoutMs?: number
  /** In milliseconds. Default: the project's. */
  readonly testTimeoutMs?: number
}

export const LEAST_PERCENT = 80

const IMPORTED =
  '{split-record,line-parser,parse-combo,parse-csv,parse-file,peek,read-lines,rejects-file,import-text,thread-stream}'

const KERNEL = 'shared/kernel/src'
const KERNEL_LIMITS = { timeoutMs: 30_000, testTimeoutMs: 1000 }

export const PARTS: readonly Part[] = [
  {
    // The states of a remote and of the session, and who hears what.
    name: 'kernel-states',
    mutate: [`${KERNEL}/remotes/remote-state.ts`, `${KERNEL}/session/{session,token}.ts`, `${KERNEL}/bus.ts`],
    tests: [
      `${KERNEL}/remotes/{remote-state,fallback-versions}.test.ts`,
      `${KERNEL}/session/{session,token}.test.ts`,
      `${KERNEL}/bus.test.ts`,
    ],
    project: 'node',
    ...KERNEL_LIMITS,
  },
  {
    // From a remote's entry in the release to its module, and to another version when that fails.
    name: 'kernel-loading',
    mutate: [`${KERNEL}/remotes/{federation-loader,remote,version}.ts`, `${KERNEL}/page-files.ts`],
    tests: [`${KERNEL}/remotes/*.test.ts`, `${KERNEL}/{kernel,page-files,prepare}.test.ts`],
    project: 'node',
    ...KERNEL_LIMITS,
  },
  {
    // All remotes of a page, the facilities that each gets, and what the page exchanges with the gateway.
    name: 'kernel-page',
    mutate: [`${KERNEL}/{kernel,remote-context,http-client,gateway-requests,ports}.ts`],
    tests: [
      `${KERNEL}/{kernel,prepare,remote-context,http-client,gateway-requests,bus}.test.ts`,
      `${KERNEL}/remotes/fallback-versions.test.ts`,
    ],
    project: 'node',
    ...KERNEL_LIMITS,
  },
  {
    name: 'gate',
    mutate: ['gateway/src/registry/gate.ts', 'gateway/src/registry/grants.ts'],
    tests: ['gateway/src/registry/{gate,grants,granting}.test.ts'],
    project: 'server',
  },
  {
    name: 'moves',
    mutate: ['gateway/src/registry/moves.ts', 'gateway/src/registry/live-state.ts'],
    tests: ['gateway/src/registry/moves.test.ts', 'gateway/src/registry/live-state.test.ts'],
    project: 'server',
  },
  {
    name: 'tokens',
    mutate: [
      'leak-api/src/base/access/tokens.ts',
      'leak-api/src/base/access/scopes.ts',
      'shared/kernel/src/session/token.ts',
    ],
    tests: ['leak-api/src/base/access/{tokens,scopes}.test.ts', 'shared/kernel/src/session/*.test.ts'],
    project: 'server',
  },
  {
    // From a file's bytes to the rows of a batch. The rest needs a thread, whose coverage Stryker does not see, or a
    // database, with which each change takes seconds: `run-import.test.ts` and `import-adds-up.full.test.ts` are its tests.
    name: 'importing',
    mutate: [`leak-api/src/leaks/{importing,reading}/${IMPORTED}.ts`],
    // Without `parse-file-adds-up.full.test.ts`, whose generated files take seconds as well.
    tests: [`leak-api/src/leaks/{importing,reading}/${IMPORTED}.test.ts`],
    project: 'server',
  },
]

export type PartResult = {
  readonly name: string
  readonly mutants: number
  readonly killed: number
  readonly seconds: number
  readonly survivors: readonly string[]
}

/** Uses the running PostgreSQL. */
export const jestConfigOf = (
  project: Part['project'],
  tests: readonly string[],
  testTimeoutMs?: number,
): Record<string, unknown> => {
  const found = jestConfig.projects?.find((each) => typeof each !== 'string' && each.displayName === project)
  if (found === undefined || typeof found === 'string') throw new Error(`jest.config.ts: no project ${project}`)
  const { globalSetup: _setUp, globalTeardown: _tearDown, ...config } = found
  const limit = testTimeoutMs === undefined ? {} : { testTimeout: testTimeoutMs }
  // Stryker looks for it itself, and knows nothing of Jest's names for folders.
  const testEnvironment = String(found.testEnvironment).replace('<rootDir>', root)
  return { ...config, ...limit, testEnvironment, testMatch: tests.map((path) => `<rootDir>/${path}`) }
}
