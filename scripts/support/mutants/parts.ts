import jestConfig from '../../../jest.config.ts'

/** Kinds of mutants of Stryker that a part leaves out, each with the reason. */
type LeftOut = Readonly<Record<string, string>>

/** A part of the product whose tests are tried: what is changed in it, and the tests that have to notice. */
export type Part = {
  readonly name: string
  /** The files that are changed, from the repository's root. */
  readonly mutate: readonly string[]
  /** The files of tests that run against each change. */
  readonly tests: readonly string[]
  /** The project of `jest.config.ts` that the tests belong to. */
  readonly project: 'node' | 'server'
  readonly leftOut?: LeftOut
}

/** The least share of its changes that the tests of a part notice, in percent. */
export const LEAST_PERCENT = 80

/** The parts whose changes Stryker makes. The tenant filters, which are SQL, are tried by `tenant-filters.ts`. */
export const PARTS: readonly Part[] = [
  {
    name: 'kernel',
    mutate: ['shared/kernel/src/**/*.ts', '!shared/kernel/src/**/*.test.ts', '!shared/kernel/src/testing/**'],
    tests: ['shared/kernel/src/**/*.test.ts'],
    project: 'node',
  },
  {
    name: 'gate',
    mutate: ['gateway/src/registry/gate.ts', 'gateway/src/registry/grants.ts'],
    tests: ['gateway/src/registry/gate.test.ts', 'gateway/src/registry/grants.test.ts'],
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
    mutate: ['leak-api/src/access/tokens.ts', 'leak-api/src/access/scopes.ts', 'shared/kernel/src/session/token.ts'],
    tests: ['leak-api/src/access/tokens.test.ts', 'shared/kernel/src/session/*.test.ts'],
    project: 'server',
  },
  {
    name: 'importing',
    mutate: ['leak-api/src/importing/*.ts', '!leak-api/src/importing/*.test.ts'],
    tests: ['leak-api/src/importing/*.test.ts', 'leak-api/src/cli/imports.test.ts'],
    project: 'server',
  },
]

/** The result of trying the tests of a part. `survivors` are the changes that no test noticed, each in one line. */
export type PartResult = {
  readonly name: string
  readonly mutants: number
  readonly killed: number
  readonly seconds: number
  readonly survivors: readonly string[]
}

/** The Jest configuration of a project, for the tests of a part; the servers' one PostgreSQL runs already. */
export const jestConfigOf = (project: Part['project'], tests: readonly string[]): Record<string, unknown> => {
  const found = jestConfig.projects?.find((each) => typeof each !== 'string' && each.displayName === project)
  if (found === undefined || typeof found === 'string') throw new Error(`jest.config.ts: no project ${project}`)
  const { globalSetup: _setUp, globalTeardown: _tearDown, ...config } = found
  return { ...config, testMatch: tests.map((path) => `<rootDir>/${path}`) }
}
