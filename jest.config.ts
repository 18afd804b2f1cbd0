import { availableParallelism } from 'node:os'
import type { Config } from 'jest'

const transform: Config['transform'] = {
  // As the build does, before the rule for all of TypeScript.
  '\\.messages\\.ts$': '<rootDir>/jest.messages.cjs',
  '\\.[cm]?[jt]sx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'es2023',
      },
    },
  ],
}

/** Packages that ship ES modules only, or load some by import(). */
const esModules =
  'react-toastify|@tanstack|highcharts|echarts|zrender|d3-[a-z]+|jose|cookie|commander|icu-minify|@formatjs|@opentelemetry|openid-client|oauth4webapi|kysely|@noble'
const transformIgnorePatterns = [`/node_modules/(?!\\.pnpm/(${esModules})|(${esModules})/)`]
const testPathIgnorePatterns = ['/node_modules/', '/dist/', '/\\.data/']
/** `npm run lab -- mutants` keeps copies of the workspace there while it runs. */
const modulePathIgnorePatterns = ['<rootDir>/\\.cache/']

const browser = ['host-shell', 'mfe-*', 'shared/embed-loader/src', 'shared/{react,ui,testing}']
const node = [
  'shared/embed-loader/test',
  'shared/{artifact,cli,contracts,create-remote,kernel,build,verifier}',
  'scripts',
  'stack',
  'lab',
]
const server = ['shared/{database,server}', 'gateway', 'leak-api']
const under = (folders: string[]) => folders.map((folder) => `<rootDir>/${folder}/**/*.test.{ts,tsx}`)

const config: Config = {
  // Much of the servers' tests is waiting, and two workers leave a seventh of two cores idle.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Real databases, browsers and processes on a busy machine: no test takes so long, and one that hangs ends. Jest reads it
  // here alone, and in no project.
  testTimeout: 600_000,
  projects: [
    {
      displayName: 'browser',
      testEnvironment: '<rootDir>/shared/testing/jest/environment.cjs',
      testMatch: under(browser),
      setupFiles: ['<rootDir>/shared/testing/jest/dialog.cjs'],
      setupFilesAfterEnv: ['<rootDir>/jest.setup.ts'],
      moduleNameMapper: {
        '\\.(css|svg|woff2|png|webp)$': '<rootDir>/shared/testing/jest/asset.cjs',
        // As in mfe-analytics/webpack.config.ts.
        '^fflate$': '<rootDir>/mfe-analytics/src/lists/zip.ts',
      },
      transform,
      transformIgnorePatterns,
      testPathIgnorePatterns,
      modulePathIgnorePatterns,
    },
    {
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: under(node),
      transform,
      transformIgnorePatterns,
      testPathIgnorePatterns,
      modulePathIgnorePatterns,
    },
    {
      displayName: 'server',
      testEnvironment: 'node',
      testMatch: under(server),
      setupFiles: ['<rootDir>/jest.server.ts'],
      globalSetup: '<rootDir>/shared/database/testing/jest-postgres.ts',
      globalTeardown: '<rootDir>/shared/database/testing/jest-postgres-stop.ts',
      transform,
      transformIgnorePatterns,
      testPathIgnorePatterns,
      modulePathIgnorePatterns,
    },
  ],
}

export default config
