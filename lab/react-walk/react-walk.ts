import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackages, root } from '@atalaia/stack'
import { buildShellWith } from './build-shell.ts'
import { readSteps, withWalkTable } from './walk-table.ts'
import { runStreamed } from '../../scripts/support/run-streamed.ts'
import { e2e } from '../../scripts/support/tests/steps.ts'

// Opens twelve remotes in shells with three versions of React, and writes what people saw into docs/for-teams.md.

const folder = join(root, '.cache', 'react-walk')
const page = join(root, 'docs', 'for-teams.md')

await buildPackages({ log: console.log })
for (const version of ['18.2.0', '18.3.1']) {
  await buildShellWith(version, join(folder, version))
  console.log(`  host-shell with React ${version}`)
}
process.env['REACT_WALK'] = folder
const { failed } = await e2e(['react-walk.spec'])
if (failed === 0) {
  writeFileSync(page, withWalkTable(readFileSync(page, 'utf8'), readSteps(join(folder, 'steps.json'))))
  await runStreamed(join(root, 'node_modules/.bin/oxfmt'), [page], process.env)
}
process.exitCode = failed > 0 ? 1 : 0
