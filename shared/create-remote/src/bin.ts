#!/usr/bin/env node
import { runCreateRemote } from './run-create-remote.ts'

process.exitCode = runCreateRemote({
  args: process.argv.slice(2),
  root: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
