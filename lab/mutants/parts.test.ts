import { existsSync } from 'node:fs'
import { jestConfigOf, PARTS } from './parts.ts'

test.each(PARTS)('the tests of $name run in an environment that Stryker finds', ({ project, tests }) => {
  const { testEnvironment } = jestConfigOf(project, tests)
  const path = String(testEnvironment)
  // Stryker knows the names of Jest's own environments, and paths.
  expect([path, path === 'node' || existsSync(path)]).toEqual([expect.any(String), true])
})
