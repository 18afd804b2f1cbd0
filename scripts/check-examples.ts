import { join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'
import { buildEmbedPackage } from './support/examples/build-example.ts'
import { examples } from './support/examples/examples.ts'

// Type-checks every example of the workspace with the checker of its framework: its script `types`. Those of Vue and Svelte run
// on TypeScript 5: they drive its JavaScript API, which TypeScript 7 does not have. The examples outside of the workspace
// are checked by their builds. The tests of the wrappers import the built package too.
await buildEmbedPackage()
const tsc = join(root, 'node_modules', '.bin', 'tsc')
const inWorkspace = examples().filter(({ apart, name }) => !apart && !name.includes(':'))
const results = await Promise.all([
  ...inWorkspace.map(async ({ name, folder, types }) => {
    if (types === undefined) return { name, code: 1, output: 'its package.json has no script "types"' }
    return { name, ...(await runCaptured(types.program, types.args, { cwd: folder })) }
  }),
  runCaptured(tsc, ['-p', join(root, 'shared', 'embed-loader', 'test', 'frameworks')], { cwd: root }).then(
    (result) => ({
      name: 'tests of the wrappers',
      ...result,
    }),
  ),
])
for (const { name, code, output } of results) {
  if (code === 0) continue
  console.error(`${name}:\n${output}`)
  process.exitCode = 1
}
