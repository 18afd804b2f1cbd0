import { join } from 'node:path'
import { buildPackages, root } from '@atalaia/stack'
import { buildShellWith } from './build-shell.ts'
import { readSteps, walkTable } from './walk-table.ts'
import { e2e } from '../../scripts/support/tests/steps.ts'

// Opens twelve remotes in shells with three versions of React, and prints the screens that people saw.

const folder = join(root, '.cache', 'react-walk')

await buildPackages({ log: console.log })
for (const version of ['18.2.0', '18.3.1']) {
  await buildShellWith(version, join(folder, version))
  console.log(`  host-shell with React ${version}`)
}
process.env['REACT_WALK'] = folder
const { failed } = await e2e(['react-walk.spec'])
if (failed === 0) console.log(walkTable(readSteps(join(folder, 'steps.json'))))
process.exitCode = failed > 0 ? 1 : 0
