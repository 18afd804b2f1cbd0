import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate, openPostgres, type MigrationOptions } from '@atalaia/database'
import { startPostgresServer } from '@atalaia/database/testing/postgres-server'
import { describeSchema, findBreaks, readReleased } from '@atalaia/database/testing/released-schema'
import { root } from '@atalaia/stack'
import { parseOptions } from './support/run-script.ts'

const USAGE = `npm run schema -- [--write] [--tests COMMIT [WORDS …]]
Compares the schema with what the last release rests on (etc/*.schema.txt).
  --write         makes these lists and each LAST_RELEASE anew: at a release
  --tests COMMIT  runs that release's own tests of the servers on the current migrations`

const { values, positionals } = parseOptions({
  options: {
    write: { type: 'boolean', default: false },
    tests: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
})

const FOLDERS = { 'leak-api': 'leak-api/src/base/store/migrations', gateway: 'gateway/src/registry/migrations' }
const folderOf = (path: string) => pathToFileURL(join(root, path, '/'))
const SERVERS: Readonly<Record<string, MigrationOptions>> = {
  'leak-api': { folder: folderOf(FOLDERS['leak-api']) },
  gateway: { folder: folderOf(FOLDERS.gateway), schema: 'gateway' },
}
const JEST = join('node_modules', 'jest', 'bin', 'jest.js')

const HEAD = `# What the statements of the last release may rest on; each migration leaves it (M-SCHEMA-6).
# Renewed at a release: npm run schema -- --write
`

const wordsOfSource = (): ReadonlySet<string> => {
  const shared = readdirSync(join(root, 'shared')).map((name) => `shared/${name}/src`)
  const files = ['leak-api/src', 'gateway/src', ...shared].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.ts$/.test(path))
      .map((path) => join(root, folder, path)),
  )
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []))
}

/** Without schema; a partition becomes its whole. */
const plainName = (name = '') => name.split('.').at(-1)?.replace(/_\d+$/, '') ?? ''

const usedLines = (lines: readonly string[], words: ReadonlySet<string>) => {
  return lines.filter((line) => {
    const [, table, column] =
      /^(?:(?:table|view|writes|unique|constraint) )?((?:gateway\.)?\w+)(?:\.(\w+))? ?/.exec(line) ?? []
    if (line.startsWith('function ')) return true
    return words.has(plainName(table)) && (column === undefined || words.has(column))
  })
}

const compare = async (write: boolean): Promise<boolean> => {
  const server = await startPostgresServer()
  const words = wordsOfSource()
  let breaks = 0
  try {
    for (const [name, migrations] of Object.entries(SERVERS)) {
      const database = await openPostgres(await server.createDatabase())
      const applied = await migrate(database, migrations)
      const lines = await describeSchema(database)
      await database.close()
      const file = join(root, 'etc', `${name}.schema.txt`)
      if (write) {
        writeFileSync(file, `${HEAD}${usedLines(lines, words).join('\n')}\n`)
        writeFileSync(new URL('LAST_RELEASE', migrations.folder), `${applied.at(-1) ?? ''}\n`)
      }
      for (const text of findBreaks(readReleased(file), lines)) {
        breaks += 1
        console.log(`${name}: ${text}`)
      }
    }
  } finally {
    await server.stop()
  }
  return breaks === 0
}

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'inherit' })

/** In its checkout, on current migrations. */
const testRelease = (commit: string, words: readonly string[]): boolean => {
  const checkout = join(root, '.cache', 'last-release')
  // One that was cut off has left its own.
  rmSync(checkout, { recursive: true, force: true })
  git('worktree', 'add', '--force', '--detach', checkout, commit)
  try {
    for (const folder of Object.values(FOLDERS)) {
      rmSync(join(checkout, folder), { recursive: true })
      cpSync(join(root, folder), join(checkout, folder), { recursive: true })
    }
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, args, { cwd: checkout, stdio: 'inherit' }).status === 0
    // Installs the packages of that release.
    return run('scripts/run.mjs', 'scripts/build.ts', '--help') && run(JEST, ...words, '--selectProjects', 'server')
  } finally {
    git('worktree', 'remove', '--force', checkout)
  }
}

const { write, tests, help } = values
if (help) console.log(USAGE)
else if (!(tests === undefined ? await compare(write) : testRelease(tests, positionals))) process.exitCode = 1
