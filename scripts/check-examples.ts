import { runCaptured } from '@atalaia/stack'
import { buildEmbedPackage } from './support/examples/build-example.ts'
import { examples } from './support/examples/examples.ts'

// Type-checks every example of the workspace with the checker of its framework: its script `types`. Those of Vue and Svelte run
// on TypeScript 5: they drive its JavaScript API, which TypeScript 7 does not have. The examples outside of the workspace
// are checked by their builds.
await buildEmbedPackage()
const results = await Promise.all(
  examples()
    .filter(({ apart, name }) => !apart && !name.includes(':'))
    .map(async ({ name, folder, types }) => {
      if (types === undefined) return { name, code: 1, output: 'its package.json has no script "types"' }
      return { name, ...(await runCaptured(types.program, types.args, { cwd: folder })) }
    }),
)
for (const { name, code, output } of results) {
  if (code === 0) continue
  console.error(`example ${name}:\n${output}`)
  process.exitCode = 1
}
