import { parseArgs } from 'node:util'
import { buildPackages } from './support/build-packages.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { force: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
})

if (values.help) {
  console.log(
    'npm run build -- [--force] [PACKAGE …]\nBuilds the shell and the remotes that changed, or those that are named.',
  )
} else {
  try {
    await buildPackages({
      ...(positionals.length > 0 ? { only: positionals } : {}),
      force: values.force,
      log: console.log,
    })
    console.log('Everything is built.')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
