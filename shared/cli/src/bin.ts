#!/usr/bin/env node
import { runAtalaia } from './run-atalaia.ts'

// A reader that has enough, as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await runAtalaia({
  args: process.argv.slice(2),
  env: process.env,
  root: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
