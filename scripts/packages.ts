import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packPackages } from './support/packages/pack.ts'
import { changeset, checkVersions, publishVersions, raiseVersions } from './support/packages/release.ts'
import { parseOptions, runScript } from './support/run-script.ts'

const HELP = `npm run packages -- COMMAND
The packages that teams install in repositories of their own.

  pack DIR [PACKAGE …]       builds all of them, or those that are named, checks them (publint, are-the-types-wrong),
                             and puts each as a tarball into DIR
  check                      fails on a package whose exports changed, with neither another version nor a changeset;
  change                     writes a changeset, after some questions
  release                    raises versions and writes changelogs, as the changesets say
  publish [--registry URL]   packs and checks all of them; with a registry, publishes the versions that it lacks`

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: { registry: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
})
const [command, ...rest] = positionals

const publish = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-packages-'))
  try {
    await packPackages(folder, console.log)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (values.registry === undefined) console.log('Nothing was published: --registry URL does that.')
  else await publishVersions(values.registry)
}

const run = async (): Promise<void> => {
  const [folder, ...only] = rest
  if (command === 'pack' && folder !== undefined) return packPackages(resolve(folder), console.log, only)
  if (command === 'check') return checkVersions()
  if (command === 'change') return changeset('add')
  if (command === 'release') return raiseVersions()
  if (command === 'publish') return publish()
  throw new Error(HELP)
}

if (values.help) console.log(HELP)
else await runScript(run)
