import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { number, object } from 'zod/mini'
import { until } from '../../testing/until.ts'
import { openPostgres } from '../postgres.ts'
import { openCluster } from './cluster.ts'
import { useEmbedded, type EmbeddedUse } from './embedded.ts'

const rowSchema = object({ n: number() })
const newFolder = () => mkdtempSync(join(tmpdir(), 'embedded-'))
const said: string[] = []
const used: EmbeddedUse[] = []
const use = async (folder: string, user: 'gateway' | 'leak-api' = 'leak-api') => {
  const opened = await useEmbedded(folder, { user, log: (text) => said.push(text) })
  used.push(opened)
  return opened
}
afterEach(async () => {
  said.length = 0
  for (const { release } of used.splice(0)) await release()
})

const processOf = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
const runs = (folder: string) => existsSync(join(folder, 'postgres', 'postmaster.pid'))
const write = async (url: string, n: number) => {
  const database = await openPostgres(url)
  await database.script(`CREATE TABLE IF NOT EXISTS note (n int); INSERT INTO note VALUES (${n})`)
  await database.close()
}
const read = async (url: string) => {
  const database = await openPostgres(url)
  return database.query(rowSchema, sql`SELECT n FROM note ORDER BY n`).finally(() => database.close())
}

// Rule: M-DB-1
test('all processes of a data folder share one server, and the last one ends it', async () => {
  const folder = newFolder()
  const [one, other] = await Promise.all([use(folder), use(folder, 'gateway')])
  await write(one.url, 1)
  await one.release()
  expect(runs(folder)).toBe(true)
  await write(other.url, 2)
  await other.release()
  expect(runs(folder)).toBe(false)
  expect(readdirSync(folder)).toEqual(['postgres'])
  const again = await use(folder)
  expect(await read(again.url)).toEqual([{ n: 1 }])
})

// Rule: M-DB-1
// Threat: T-DB-11
test('one server reads nothing of what the other one keeps', async () => {
  const folder = newFolder()
  const [api, gateway] = [await use(folder), await use(folder, 'gateway')]
  await write(api.url, 1)
  const database = await openPostgres(gateway.url)
  await expect(database.query(rowSchema, sql`SELECT n FROM public.note`)).rejects.toThrow('permission denied')
  await database.close()
})

// Rule: M-DB-2
test('a server that is killed is up again, with all that was committed', async () => {
  const folder = newFolder()
  const { url } = await use(folder)
  await write(url, 1)
  const before = processOf(folder)
  process.kill(before, 'SIGKILL')
  await until('it is up again', () => said.includes('the embedded PostgreSQL was gone, and is up again'))
  expect(processOf(folder)).not.toBe(before)
  expect(await read(url)).toEqual([{ n: 1 }])
})

// Rule: M-DB-2
test('a server that a killed process has left is used as it is, and ends with its next use', async () => {
  const folder = newFolder()
  const module = fileURLToPath(new URL('./embedded.ts', import.meta.url))
  const program = `import(process.argv[1]).then(async ({ useEmbedded }) => {
    await useEmbedded(process.argv[2], { user: 'gateway', log: () => undefined })
    console.log('up')
  })`
  const child = spawn(process.execPath, ['-e', program, module, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const left = processOf(folder)
  const next = await use(folder)
  expect(processOf(folder)).toBe(left)
  await next.release()
  expect(runs(folder)).toBe(false)
})

// Rule: M-DB-2
test('a process ends the server without waiting for one that another process starts at once', async () => {
  const folder = newFolder()
  const cluster = openCluster(folder)
  await cluster.make()
  // One time is not enough: the next server has to start between two looks at the process file.
  for (let time = 0; time < 5; time += 1) {
    await cluster.start()
    const first = processOf(folder)
    let isEnded = false
    const ended = cluster.stop().then(() => (isEnded = true))
    await until('the next one runs', () =>
      cluster.start().then(
        () => true,
        () => false,
      ),
    )
    await until('the first one has ended', () => isEnded)
    await ended
    expect(processOf(folder)).not.toBe(first)
    await cluster.stop()
  }
})

// Rule: M-DB-2
test('a folder that was moved, and the process file of a server that is gone, start as before', async () => {
  const folder = newFolder()
  const first = await use(folder)
  await write(first.url, 1)
  await first.release()
  const moved = join(newFolder(), `a folder with spaces, ${'long '.repeat(20)}'quoted'`)
  renameSync(folder, moved)
  writeFileSync(join(moved, 'postgres', 'postmaster.pid'), `2147483646\n${moved}\n`)
  const { url } = await use(moved)
  expect(await read(url)).toEqual([{ n: 1 }])
})

// Rule: M-DB-2
test('what a killed first start has left of the folder is removed, and the folder is made anew', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'postgres.draft-1', 'base'), { recursive: true })
  await write((await use(folder)).url, 1)
  expect(readdirSync(folder)).toEqual(['postgres'])
})

// Rule: M-DB-3
test('a copy of the folder of a running server is a database that starts', async () => {
  const folder = newFolder()
  const { url, copy } = await use(folder)
  await write(url, 1)
  await copy(join(folder, 'postgres.before'))
  await write(url, 2)
  expect(readdirSync(folder)).toEqual(['postgres', 'postgres.before'])
  const other = newFolder()
  renameSync(join(folder, 'postgres.before'), join(other, 'postgres'))
  expect(await read((await use(other)).url)).toEqual([{ n: 1 }])
})

test('a server that cannot start says why, with PostgreSQL’s own words', async () => {
  const folder = newFolder()
  await (await use(folder)).release()
  writeFileSync(join(folder, 'postgres', 'postgresql.auto.conf'), 'shared_buffers = much\n')
  await expect(use(folder)).rejects.toThrow(/does not start: .*shared_buffers/)
})

test('over loopback, as on Windows, it takes only connections with its password', async () => {
  const cluster = openCluster(newFolder(), true)
  await cluster.make()
  await cluster.start()
  const url = await cluster.url('leak-api')
  await write(url, 1)
  const { password } = new URL(url)
  await expect(openPostgres(url.replace(password, 'other'))).rejects.toThrow('password authentication failed')
  await cluster.stop()
})
