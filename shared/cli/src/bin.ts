#!/usr/bin/env node
import { runAtalaia } from './run-atalaia.ts'

process.exitCode = await runAtalaia({
  args: process.argv.slice(2),
  env: process.env,
  root: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
