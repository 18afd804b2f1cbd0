import { resolve } from 'node:path'
import { runRemotes } from './run-remotes.ts'

process.exitCode = await runRemotes({
  args: process.argv.slice(2),
  env: process.env,
  root: resolve(import.meta.dirname, '../../..'),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
