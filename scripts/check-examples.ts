import { runCaptured } from '@atalaia/stack'
import { buildEmbedPackage } from './support/examples/build-example.ts'
import { exampleNames, scriptOf } from './support/examples/example-names.ts'

// Type-checks every example with the checker of its framework: its script `types`. Those of Vue and Svelte run on
// TypeScript 5: they drive its JavaScript API, which TypeScript 7 does not have.
await buildEmbedPackage()
const results = await Promise.all(
  exampleNames().map(async (name) => {
    const script = scriptOf(name, 'types')
    if (script === undefined) return { name, code: 1, output: 'its package.json has no script "types"' }
    return { name, ...(await runCaptured(script.program, script.args, { cwd: script.folder })) }
  }),
)
for (const { name, code, output } of results) {
  if (code === 0) continue
  console.error(`example ${name}:\n${output}`)
  process.exitCode = 1
}
