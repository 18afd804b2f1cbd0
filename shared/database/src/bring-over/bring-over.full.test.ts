import { sql } from 'kysely'
import { contentOf, fill, versionsOf } from '../../testing/copied-content.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { int, object } from 'zod/mini'
import type { Database } from '../database.ts'
import { openCluster } from '../embedded/cluster.ts'
import { useEmbedded } from '../embedded/embedded.ts'
import { migrate } from '../migrate.ts'
import { openPostgres } from '../postgres.ts'
import { bringOver } from './bring-over.ts'
import { PGLITE, postgresEngine } from './engines.ts'
import { fetchEngine } from './fetch-engine.ts'
import { startOldPglite } from './old-pglite.ts'

const run = promisify(execFile)
const silent = () => undefined
const root = mkdtempSync(join(tmpdir(), 'bring-over-'))
const versions = { 'leak-api': versionsOf(), gateway: versionsOf('gateway') }
const servers = ['leak-api', 'gateway'] as const

const pgliteData = join(root, 'pglite')
const postgresData = join(root, 'postgres')
const engines = { pglite: join(root, 'engine-pglite'), postgres: join(root, 'engine-postgres') }

const schemaOf = (server: (typeof servers)[number]) => (server === 'gateway' ? 'gateway' : 'public')

const makeFolder = (dataDir: string) => {
  mkdirSync(join(dataDir, 'keys'), { recursive: true })
  writeFileSync(join(dataDir, 'keys', 'link.key'), 'secret')
}

const fillOld = async (url: string, server: (typeof servers)[number], last = '') => {
  const database = await openPostgres(url, 1)
  try {
    await migrate(database, versions[server].older)
    await fill(database, schemaOf(server))
    await database.script(last)
  } finally {
    await database.close()
  }
}

const makePgliteData = async () => {
  makeFolder(pgliteData)
  const engine = await fetchEngine(engines.pglite, PGLITE, silent)
  for (const [server, folder] of [
    ['leak-api', 'db'],
    ['gateway', 'gateway-db'],
  ] as const) {
    const { url, stop } = await startOldPglite(engine, join(pgliteData, folder))
    // It is killed, and begins at its last checkpoint: sequences go on from there.
    await fillOld(url, server, 'CHECKPOINT')
    await stop()
  }
}

const clusterOf17 = (dataDir: string) =>
  openCluster(dataDir, false, () =>
    Promise.resolve(join(engines.postgres, 'node_modules', postgresEngine(17).name, 'native', 'bin')),
  )

const makePostgresData = async () => {
  makeFolder(postgresData)
  await fetchEngine(engines.postgres, postgresEngine(17), silent)
  const cluster = clusterOf17(postgresData)
  await cluster.make()
  await cluster.start()
  for (const server of servers) await fillOld(await cluster.url(server), server)
  await cluster.stop()
}

// They need the registry of npm, as the product does: without it they fail.
beforeAll(async () => {
  await makePgliteData()
  await makePostgresData()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const opened: Database[] = []
const copies: string[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true, force: true })
})
const newTarget = async () => {
  const url = await createTestDatabase()
  const database = await openPostgres(url)
  opened.push(database)
  return { url, database }
}
const copyOf = async (data: string, ...engineFolders: string[]) => {
  const copy = mkdtempSync(join(root, 'data-'))
  copies.push(copy)
  // With owners and links.
  await run('cp', ['-Rp', `${data}/.`, copy])
  for (const folder of engineFolders)
    cpSync(folder, join(copy, 'old-engine'), { recursive: true, verbatimSymlinks: true })
  return copy
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((path) => [path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex')])

const expected = async (server: (typeof servers)[number]) => {
  const { database } = await newTarget()
  await migrate(database, versions[server].older)
  await fill(database, schemaOf(server))
  return contentOf(database, schemaOf(server))
}
const contentIn = (database: Database, server: (typeof servers)[number]) => contentOf(database, schemaOf(server))
const tablesOf = async (database: Database) => {
  return (
    await database.query(
      object({ count: int() }),
      sql`SELECT count(*)::int AS count FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    )
  )[0]?.count
}

const renamed = (path = '') => path.replace(/^\/((gateway-)?db)\//, '/$1.before-postgresql/')
const isOld = ([path = '']: string[]) => !path.startsWith('/old-engine')

// Rule: M-MOVE-2, M-MOVE-24
// Threat: T-DB-12, T-DB-13
test('folders of PGlite are brought over, each server its own, and are kept as they were', async () => {
  const dataDir = await copyOf(pgliteData)
  const before = filesOf(dataDir)
  for (const server of servers) {
    const { database: target } = await newTarget()
    const lines: string[] = []
    const options = {
      dataDir,
      server,
      target,
      migrations: versions[server].newer,
      log: (line: string) => lines.push(line),
    }
    expect(await bringOver(options)).toBe(true)
    expect(lines).toContain('100 % read')
    expect(lines.at(-1)).toMatch(
      /^12003 rows of 4 tables were copied and compared; the old folder is kept as .*before-postgresql$/,
    )
    expect(await contentIn(target, server)).toEqual(await expected(server))
    expect(await bringOver(options)).toBe(false)
  }
  expect(filesOf(dataDir)).toEqual(before.map(([path, hash]) => [renamed(path), hash]).toSorted())
})

// Rule: M-MOVE-2, M-MOVE-24
test('a folder of PostgreSQL 17 is put aside and brought over, by an engine that was put there by hand, and is kept as it was', async () => {
  const dataDir = await copyOf(postgresData, engines.postgres)
  const before = filesOf(join(dataDir, 'postgres'))
  for (const server of servers) {
    const { url, release } = await useEmbedded(dataDir, { user: server, log: silent })
    try {
      const target = await openPostgres(url)
      opened.push(target)
      const lines: string[] = []
      const log = (line: string) => lines.push(line)
      expect(await bringOver({ dataDir, server, target, migrations: versions[server].newer, log })).toBe(true)
      expect(lines.join()).not.toContain('fetching')
      expect(await contentIn(target, server)).toEqual(await expected(server))
    } finally {
      await release()
    }
  }
  expect(filesOf(join(dataDir, 'postgres-17'))).toEqual(before)
})

// Rule: M-MOVE-2, M-MOVE-24
test('a folder whose PostgreSQL 17 still runs is left alone', async () => {
  const dataDir = await copyOf(postgresData)
  const running = clusterOf17(dataDir)
  await running.start()
  const using = useEmbedded(dataDir, { user: 'leak-api', log: silent })
  await expect(using).rejects.toThrow('PostgreSQL 17 of an older version still runs in it: stop that one first')
  await running.stop()
})

const killAt = async (line: RegExp, dataDir: string, url: string) => {
  const program = `
    import { bringOver } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'bring-over.ts')).href)}
    import { openPostgres } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../postgres.ts')).href)}
    const [dataDir, url, folder] = process.argv.slice(1)
    const target = await openPostgres(url)
    const log = (line) => void process.stdout.write(line + '\\n')
    await bringOver({ dataDir, server: 'leak-api', target, migrations: { folder: new URL(folder) }, log })`
  const { href } = versions['leak-api'].newer.folder
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir, url, href])
  const ended = once(child, 'close')
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString()
    if (line.test(said)) child.kill('SIGKILL')
  })
  await ended
  expect(said).toMatch(line)
  expect(child.signalCode).toBe('SIGKILL')
}

// Rule: M-MOVE-2, M-MOVE-24
test.each([
  ['PGlite', pgliteData, engines.pglite],
  ['PostgreSQL 17', postgresData, engines.postgres],
])(
  'a process that is killed while it copies from %s leaves everything as it was, and the next one begins anew',
  async (_name, data, engine) => {
    const dataDir = await copyOf(data, engine)
    if (data === postgresData) renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres-17'))
    const before = filesOf(dataDir).filter(isOld)
    const { url, database: target } = await newTarget()
    await killAt(/\d+ % read/, dataDir, url)
    expect(filesOf(dataDir).filter(isOld)).toEqual(before)
    expect(await tablesOf(target)).toBe(0)
    const options = {
      dataDir,
      server: 'leak-api',
      target,
      migrations: versions['leak-api'].newer,
      log: silent,
    } as const
    expect(await bringOver(options)).toBe(true)
    expect(await contentIn(target, 'leak-api')).toEqual(await expected('leak-api'))
  },
)

// Rule: M-MOVE-2, M-MOVE-24
test('a failure leaves everything as it was, without the copy', async () => {
  const dataDir = await copyOf(pgliteData, engines.pglite)
  const { database: target } = await newTarget()
  const full: Database = {
    ...target,
    transaction: (work, options) =>
      target.transaction(
        (on) => work({ ...on, copyIn: () => Promise.reject(new Error('No space left on device')) }),
        options,
      ),
  }
  const bringing = bringOver({
    dataDir,
    server: 'leak-api',
    target: full,
    migrations: versions['leak-api'].newer,
    log: silent,
  })
  await expect(bringing).rejects.toThrow(
    `${join(dataDir, 'db')}: not brought over to PostgreSQL, and nothing was changed: No space left`,
  )
  expect(await tablesOf(target)).toBe(0)
  expect(filesOf(join(dataDir, 'db'))).toEqual(filesOf(join(pgliteData, 'db')))
  expect(existsSync(join(dataDir, 'old-engine', 'postgres'))).toBe(false)
})

// Rule: M-MOVE-2, M-MOVE-24
test('without a network one sentence says what to fetch, and where to put it', async () => {
  const dataDir = await copyOf(pgliteData)
  const { database: target } = await newTarget()
  const settings = ['registry=http://127.0.0.1:9/', `cache=${join(dataDir, 'no-cache')}`, 'fetch-retry-mintimeout=1']
  mkdirSync(join(dataDir, 'old-engine'))
  writeFileSync(join(dataDir, 'old-engine', '.npmrc'), settings.join('\n'))
  const bringing = bringOver({
    dataDir,
    server: 'leak-api',
    target,
    migrations: versions['leak-api'].newer,
    log: silent,
  })
  await expect(bringing).rejects.toThrow(
    /@electric-sql\/pglite 0\.5\.16, .* could not be fetched \(ECONNREFUSED\)\. .*"npm install --force --prefix old-engine @electric-sql\/pglite@0\.5\.16"; copy the folder/,
  )
})
