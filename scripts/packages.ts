import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packPackages } from './support/packages/pack.ts'
import { runScript } from './support/run-script.ts'

const HELP = `npm run packages -- pack DIR [PACKAGE …]
The packages that teams install in repositories of their own.

  pack DIR   builds all of them, or those that are named, checks them (publint, are-the-types-wrong),
             and puts each as a tarball into DIR`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h', default: false } },
})
const [command, ...rest] = positionals

const run = async (): Promise<void> => {
  const [folder, ...only] = rest
  if (command === 'pack' && folder !== undefined) return packPackages(resolve(folder), console.log, only)
  throw new Error(HELP)
}

if (values.help) console.log(HELP)
else await runScript(run)
