import { existsSync } from 'node:fs'
import { jestConfigOf, PARTS } from './parts.ts'

test.each(PARTS)('the tests of $name run in an environment that Stryker finds', ({ project, tests }) => {
  const { testEnvironment } = jestConfigOf(project, tests)
  expect([testEnvironment, existsSync(String(testEnvironment))]).toEqual([expect.any(String), true])
})
