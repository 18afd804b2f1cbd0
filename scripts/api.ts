import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONTRACT_EFFECTS, judgeContract, type Statement } from './support/contract-changes.ts'
import { installLab } from './support/install-lab.ts'
import { parseOptions, runScript } from './support/run-script.ts'
import { root, runCaptured } from '@atalaia/stack'

const HELP = `npm run api -- [--check] [--contract none|minor|major --because TEXT]
Records the public surface of each package that teams build against in etc/. --check compares only, and names what has changed.
A change of @atalaia/contracts needs --contract, its effect on remotes that are already built, and --because, why.`

const records = join(root, 'etc')
const changes = join(root, 'shared', 'contracts', 'CHANGES.md')
const recordOf = (name: string) => join(records, `${name}.api.md`)
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

const statementOf = (effect: string | undefined, because: string | undefined): Statement | undefined => {
  if (effect === undefined) return undefined
  const known = CONTRACT_EFFECTS.find((one) => one === effect)
  if (!known || !because) throw new Error(HELP)
  return { effect: known, because }
}

const differenceOf = async (name: string): Promise<string> => {
  const fresh = join(root, '.cache', 'api', 'reports', `${name}.api.md`)
  const before = existsSync(recordOf(name)) ? recordOf(name) : '/dev/null'
  const { output } = await runCaptured('git', ['diff', '--no-index', '--unified=0', before, fresh], { cwd: root })
  return output.replace(/^(diff|index|---|\+\+\+) .*\n/gm, '').trimEnd()
}

const { values } = parseOptions({
  options: {
    check: { type: 'boolean', default: false },
    contract: { type: 'string' },
    because: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

type Lab = { readonly currentSurfaces: () => Promise<ReadonlyMap<string, string>> }

/** Computed path: type checks work without the lab's packages. */
const openLab = (): Promise<Lab> => import(join(root, 'lab', 'api-surface.ts'))

const run = async (): Promise<boolean> => {
  if (values.help) {
    console.log(HELP)
    return true
  }
  const statement = statementOf(values.contract, values.because)
  await installLab()
  const surfaces = await (await openLab()).currentSurfaces()
  const judged = judgeContract(surfaces.get('contracts') ?? '', read(changes), statement)
  if (!judged.ok) console.error(judged.reason)

  mkdirSync(records, { recursive: true })
  const recorded = readdirSync(records).filter((file) => file.endsWith('.api.md'))
  const gone = recorded.filter((file) => !surfaces.has(file.replace(/\.api\.md$/, '')))
  const changed = [...surfaces].filter(([name, surface]) => read(recordOf(name)) !== surface)
  for (const file of gone) console.log(`etc/${file}: no package has this entry any more`)
  for (const [name] of changed) console.log(`etc/${name}.api.md has changed:\n${await differenceOf(name)}`)
  if (values.check) {
    if (gone.length + changed.length > 0) console.error('`npm run api` records what has changed.')
    return judged.ok && gone.length + changed.length === 0
  }
  if (!judged.ok) return false
  for (const file of gone) rmSync(join(records, file))
  for (const [name, surface] of changed) writeFileSync(recordOf(name), surface)
  writeFileSync(changes, judged.list)
  return true
}

await runScript(async () => {
  if (!(await run())) process.exitCode = 1
})
