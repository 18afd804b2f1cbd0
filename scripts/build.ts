import { buildPackages } from '@atalaia/stack'
import { parseOptions, runScript } from './support/run-script.ts'

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: { force: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
})

if (values.help) {
  console.log(
    'npm run build -- [--force] [PACKAGE …]\nBuilds the shell and the remotes that changed, or those that are named.',
  )
} else {
  await runScript(async () => {
    const only = positionals.length > 0 ? { only: positionals } : {}
    await buildPackages({ ...only, force: values.force, log: console.log })
    console.log('Everything is built.')
  })
}
