import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import type { OperatorCall, OperatorClient } from '@atalaia/server'
import { openPostgres } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { createCommandRun } from '../../testing/command-line.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { createImportServer } from './import-server.ts'
import { migrate } from '../store/store.ts'
import { addImportCommands } from '../importing/import-commands.ts'

/** The line of a terminal is emptied, to be written anew. */
const NEW_LINE = '\r\u001b[K'
const newFolder = () => mkdtempSync(join(tmpdir(), 'leak-api-'))
const fileWith = (content: string, name = 'few.txt') => {
  const path = join(newFolder(), name)
  writeFileSync(path, content)
  return path
}

/** The command line on `server`; `run` gives what it printed. */
const createLeaks = (server: OperatorClient) => ({
  run: async (...words: string[]) => {
    let shown = ''
    const screen = { isTTY: true, write: (text: string) => (shown += text) }
    const said = await createCommandRun((line) => addImportCommands(line, { server, screen }))(...words)
    return { ...said, screen: shown }
  },
})

/** The operations of a real server on its socket. */
const startOperator = async () => {
  const database = await openPostgres(await createTestDatabase())
  await migrate(database)
  const { tools } = await createTestApi(database)
  const { server, close } = createImportServer(async () => tools)
  return {
    server,
    leaks: createLeaks(server),
    stop: close,
    close: async () => {
      await close()
      await database.close()
    },
  }
}

/** A server of which `open` alone is made up; `calls` are those that it got. */
const createFake = (open: (call: OperatorCall) => Promise<Readable>) => {
  const calls: OperatorCall[] = []
  const server: OperatorClient = {
    call: () => Promise.reject(new Error('not expected')),
    open: async (call) => {
      calls.push(call)
      const answer = new IncomingMessage(new Socket())
      for await (const chunk of await open(call)) answer.push(chunk)
      answer.push(null)
      return answer
    },
  }
  return { calls, leaks: createLeaks(server) }
}

const event = {
  kind: 'done',
  read: 1,
  added: 1,
  known: 0,
  rejected: 0,
  skipped: 0,
  unclosed: 0,
  source: 'vazação',
  seconds: 1,
  rejectsFile: null,
}

// Rule: M-IMPORT-6
test('an import goes through the server, and its result and its source are told as text or as JSON', async () => {
  const { leaks, close } = await startOperator()
  expect(await leaks.run('sources')).toMatchObject({ code: 0, out: 'No sources yet.\n' })
  const file = fileWith('a@b.com:um\nc@d.com:dois\n\nmaria:tres\n')
  const imported = await leaks.run('import', file, '--source', ' few ', '--date', '2026-11-20')
  expect(imported).toMatchObject({ code: 0, err: '' })
  expect(imported.out).toMatch(/^Imported few\.txt as source "few" in .*\n +lines read +3\n +new +2\n/)
  expect(imported.screen.split(NEW_LINE)).toEqual(['', expect.stringMatching(/^3 lines · 100 %/), ''])
  const again = JSON.parse((await leaks.run('import', file, '--source', 'few', '--json')).out)
  expect(again).toMatchObject({ kind: 'done', source: 'few', read: 3, known: 2, skipped: 1 })
  expect((await leaks.run('sources')).out).toMatch(/\nfew +2 +2 +\d{4}-/)
  expect(JSON.parse((await leaks.run('sources', '--json')).out)).toMatchObject([{ name: 'few', imports: 2, leaks: 2 }])
  await close()
})

// Rule: M-IMPORT-12, M-IMPORT-13
test('imports are listed, told when their file comes again, and taken back when it is confirmed', async () => {
  const { leaks, close } = await startOperator()
  const json = async (...words: string[]) => JSON.parse((await leaks.run(...words, '--json')).out)
  expect(await leaks.run('imports')).toMatchObject({ code: 0, out: 'No imports yet.\n' })
  const file = fileWith('a@b.com:um\nc@d.com:dois\n')
  expect((await leaks.run('import', file, '--source', 'few')).screen).not.toContain('The same file')
  expect((await leaks.run('import', file, '--source', 'other')).screen).toMatch(
    /^The same file was imported as import 1 into "few" \(\d{4}-\d\d-\d\dT.*Z\)\n/,
  )
  const hash = createHash('sha256').update('a@b.com:um\nc@d.com:dois\n').digest('hex')
  const kept = { fileHash: hash, file: 'few.txt', by: userInfo().username, read: 2, added: 2, known: 0, pending: 0 }
  expect(await json('imports')).toMatchObject([
    { id: '2', source: 'other', status: 'finished', ...kept },
    { id: '1', source: 'few', status: 'finished', ...kept },
  ])
  expect(await json('imports', '--source', 'few')).toMatchObject([{ id: '1' }])
  expect((await leaks.run('imports')).out).toMatch(
    new RegExp(`\\n2 .*Z  .* other +few\\.txt  ${hash.slice(0, 12)}  2 +2 +0 `),
  )

  expect(await json('undo', '2', '--dry-run')).toEqual({
    pairs: 2,
    kept: 0,
    imports: 1,
    organisations: 0,
    removed: false,
  })
  expect(await leaks.run('undo', '2')).toMatchObject({
    code: 1,
    err: 'import 2: 1 import, 2 pairs; the numbers of 0 organisations change. Nothing was removed: add --yes\n',
  })
  expect(await json('imports')).toHaveLength(2)
  expect(await json('undo', '2', '--yes')).toMatchObject({ pairs: 2, removed: true })
  expect(await json('imports')).toMatchObject([{ id: '1' }])
  expect(await leaks.run('undo', '2', '--yes')).toMatchObject({ code: 1, err: 'leaks: import 2: there is none\n' })
  expect(await leaks.run('sources', 'remove', 'few', '--yes')).toMatchObject({
    code: 0,
    out: 'source "few" is removed: 1 import, 2 pairs; the numbers of 0 organisations change\n',
  })
  expect([await json('imports'), await json('sources')]).toEqual([[], []])
  await close()
})

// Rule: M-IMPORT-14
test('a catalogue tells of sources what their imports do not, and nothing else changes', async () => {
  const { leaks, close } = await startOperator()
  const json = async (...words: string[]) => JSON.parse((await leaks.run(...words, '--json')).out)
  await leaks.run('import', fileWith('a@b.com:um\n'), '--source', 'Loja')
  const entry = {
    Name: 'Loja',
    Title: 'A Loja',
    Domain: 'loja.example',
    BreachDate: '2024-03-01',
    AddedDate: '2024-05-02T03:04:05Z',
    PwnCount: 14_936_670,
    Description: 'In <a href="x">March</a> &amp; April.',
    DataClasses: ['Email addresses', 'Phone numbers', 'IP addresses'],
    IsVerified: true,
    IsStealerLog: false,
  }
  const list = fileWith(JSON.stringify([entry, { Name: 'Logs', IsStealerLog: true }]), 'breaches.json')
  expect(await json('catalogue', 'import', list)).toEqual({ kind: 'done', read: 2, added: 1, changed: 1 })
  expect(await json('catalogue', 'import', list)).toEqual({ kind: 'done', read: 2, added: 0, changed: 0 })
  const told = {
    name: 'Loja',
    imports: 1,
    leaks: 1,
    title: 'A Loja',
    website: 'loja.example',
    kind: 'breach',
    leakedOn: '2024-03-01',
    knownOn: '2024-05-02',
    kinds: ['email addresses', 'phone', 'ip-address'],
    verified: true,
    records: 14_936_670,
    description: 'In March & April.',
    origin: 'catalogue',
  }
  expect(await json('sources')).toMatchObject([told])
  expect(await json('sources', '--all')).toMatchObject([{ name: 'Logs', imports: 0, kind: 'stealer log' }, told])
  const wrong = fileWith('[{"Title":"x"}]', 'wrong.json')
  expect(await leaks.run('catalogue', 'import', wrong)).toMatchObject({
    code: 1,
    err: expect.stringContaining('not a catalogue: entry 0.Name'),
  })
  await close()
})

// Rule: M-IMPORT-20
test('facts about a source are told with its import or by hand, and stay when a catalogue comes', async () => {
  const { leaks, close } = await startOperator()
  const json = async (...words: string[]) => JSON.parse((await leaks.run(...words, '--json')).out)
  const flags = ['--title', ' A Loja ', '--website', 'loja.example', '--leaked-on', '2024-03-01', '--kind', 'breach']
  const more = ['--known-on', '2024-05-02', '--kinds', 'Phone, cpf', '--verified', '--description', 'Em março.']
  await leaks.run('import', fileWith('lorem\n'), '--source', 'Loja', ...flags)
  expect(await json('sources', '--all')).toEqual([])
  await leaks.run('import', fileWith('a@b.com:um\n'), '--source', 'Loja', ...flags, ...more, '--records', '12')
  const told = {
    name: 'Loja',
    title: 'A Loja',
    website: 'loja.example',
    kind: 'breach',
    leakedOn: '2024-03-01',
    knownOn: '2024-05-02',
    kinds: ['phone', 'cpf'],
    verified: true,
    records: 12,
    description: 'Em março.',
    origin: 'hand',
  }
  expect(await json('sources')).toMatchObject([told])
  expect(await json('imports')).toMatchObject([{ date: '2024-03-01' }])

  const changed = { ...told, title: 'Loja', verified: false, website: null }
  const set = ['sources', 'set', 'Loja', '--title', 'Loja', '--no-verified', '--website', '']
  expect(await json(...set)).toMatchObject(changed)
  expect((await leaks.run(...set)).out).toMatch(
    /^source "Loja"\n +title +Loja\n +website +not known\n[^]* verified +no\n/,
  )
  const entry = { Name: 'Loja', Title: 'Shop', Domain: 'shop.example', IsVerified: true }
  const list = fileWith(JSON.stringify([entry]), 'breaches.json')
  for (const count of [1, 0])
    expect(await json('catalogue', 'import', list)).toMatchObject({ added: 0, changed: count })
  expect(await json('sources')).toMatchObject([{ ...changed, website: 'shop.example' }])
  expect(await leaks.run('sources', 'set', 'Lojas', '--title', 'x')).toMatchObject({
    code: 1,
    err: 'leaks: source Lojas: there is none\n',
  })
  await close()
})

// Rule: M-IMPORT-15
test('a folder is imported with its logs, and the same folder is told the next time', async () => {
  const { leaks, close } = await startOperator()
  const folder = join(newFolder(), 'logs', 'l'.repeat(120))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'System.txt'), 'HWID: ABC123DE')
  writeFileSync(join(folder, 'Passwords.txt'), 'URL: https://x.com\nUSER: a@b.com\nPASS: um\n\nUSER: maria\nPASS: um\n')
  const done = { kind: 'done', read: 2, rejected: 0, skipped: 1 }
  const words = ['import', dirname(folder), '--source', 'logs', '--json']
  expect(JSON.parse((await leaks.run(...words)).out)).toMatchObject({ ...done, added: 1, known: 0 })
  const again = await leaks.run(...words)
  expect(JSON.parse(again.out)).toMatchObject({ ...done, added: 0, known: 1 })
  expect(again.screen).toContain('The same file was imported as import')
  await close()
})

// Rule: M-IMPORT-19
test('a leak is looked at without importing it: its format, masked rows, and what would be rejected', async () => {
  const { leaks, close } = await startOperator()
  const file = fileWith('https://x.com/in:ana@b.com:segredo\nmaria:tres\nlorem ipsum\n', 'seen.txt')
  const { code, out } = await leaks.run('inspect', file)
  expect(code).toBe(0)
  expect(out).toMatch(/seen\.txt: combo list\n3 rows: 1 credentials, 1 whose login is no address, 1 rejected\n/)
  expect(out).toMatch(/ a\*\*\*@b\.com +in clear +x\.com\n/)
  expect(out).toContain('rejected: 1 × login is not an e-mail address, first at 3\n')
  expect(out).not.toMatch(/segredo|ana/)
  const json = JSON.parse((await leaks.run('inspect', file, '--columns', 'password,email', '--json')).out)
  expect(json).toMatchObject({ kind: 'inspected', read: 3, formats: { CSV: 1 }, whole: true })
  expect(await leaks.run('inspect', `${file}.x`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be read'),
  })
  expect(await leaks.run('sources')).toMatchObject({ out: 'No sources yet.\n' })
  await close()
})

test('a file that is no leak file is refused in one line', async () => {
  const { leaks, close } = await startOperator()
  expect(await leaks.run('import', fileWith('lorem\n', 'prose.txt'), '--source', 'x')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^leaks: prose\.txt: not a leak file: .*\n$/),
  })
  await close()
})

// Rule: M-IMPORT-6
test('while one import is running another one is told to wait', async () => {
  const { server, leaks, close } = await startOperator()
  const body = new PassThrough()
  const first = server.open({ method: 'POST', path: '/imports?file=big.txt&source=big', body })
  body.write('a@b.com:um\n')
  const file = fileWith('c@d.com:um\n'.repeat(1000))
  const { code, err } = await leaks.run('import', file, '--source', 'x')
  expect([code, err]).toEqual([1, 'leaks: another import is running; start this one when it has ended\n'])
  body.end()
  const events = await (await first).toArray()
  expect(Buffer.concat(events).toString()).toContain('"kind":"done"')
  await close()
})

test('after an import has ended the next one begins', async () => {
  const { leaks, close } = await startOperator()
  for (const name of ['x', 'y']) {
    expect(await leaks.run('import', fileWith('a@b.com:um\n'), '--source', name)).toMatchObject({ code: 0 })
  }
  await close()
})

test('a file is found from the folder in which npm was called', async () => {
  const { leaks, close } = await startOperator()
  const file = fileWith('a@b.com:um\n')
  const before = process.env.INIT_CWD
  process.env.INIT_CWD = join(file, '..')
  expect(await leaks.run('import', basename(file), '--source', 'x')).toMatchObject({ code: 0 })
  if (before === undefined) delete process.env.INIT_CWD
  else process.env.INIT_CWD = before
  await close()
})

test.each([
  ['missing', () => join(newFolder(), 'none.txt'), 'no such file'],
  ['below a file', () => join(fileWith(''), 'none.txt'), 'cannot be read (ENOTDIR)'],
  ['a device', () => '/dev/null', 'is no file and no folder'],
])('a file that is %s is named, and nothing is sent', async (_what, pathOf, reason) => {
  const { calls, leaks } = createFake(async () => Readable.from([]))
  const path = pathOf()
  expect(await leaks.run('import', path, '--source', 'x')).toMatchObject({
    code: 1,
    err: `leaks: ${path}: ${reason}\n`,
  })
  expect(calls).toEqual([])
})

test.each([
  [['import'], 'import: FILE is missing'],
  [['import', 'a', 'b', 'c', '--source', 'x'], 'import: one FILE at a time, and 3 were given'],
  [['import', 'a'], 'import: --source NAME is missing: it says where the leak comes from'],
  [['import', 'a', '--source', ' '], 'import: --source NAME is missing: it says where the leak comes from'],
  [['import', 'a', '--source', 'x'.repeat(101)], 'import: --source has more than 100 characters'],
  [['import', 'a', '--source', 'x', '--date', '2026-11-31'], 'import: --date 2026-11-31 is no day; write YYYY-MM-DD'],
  [['import', 'a', '--source', 'x', '--date', '2026-13-01'], 'import: --date 2026-13-01 is no day; write YYYY-MM-DD'],
  [['import', 'a', '--source', 'x', '--date', '2026-11-1'], 'import: --date 2026-11-1 is no day; write YYYY-MM-DD'],
  [['import', 'a', '--source', 'x', '--date', '2999-01-01'], 'import: --date 2999-01-01 is in the future'],
])('%p is misuse', async (words, reason) => {
  const { calls, leaks } = createFake(async () => Readable.from([]))
  expect(await leaks.run(...words)).toMatchObject({ code: 2, err: expect.stringMatching(`^leaks: ${reason}\n`) })
  expect(calls).toEqual([])
})

test('what is sent names the file, the source and the day that were given', async () => {
  const { calls, leaks } = createFake(async () => Readable.from([`${JSON.stringify(event)}\n`]))
  const file = fileWith('a@b.com:um\n', 'a&b.txt')
  const source = 'x'.repeat(100)
  expect(await leaks.run('import', file, '--source', source)).toMatchObject({ code: 0 })
  await leaks.run('import', file, '--source', 'y', '--date', '2026-11-20')
  expect(calls.map(({ method, path }) => [method, path])).toEqual([
    ['POST', `/imports?file=a%26b.txt&source=${source}`],
    ['POST', '/imports?file=a%26b.txt&source=y&date=2026-11-20'],
  ])
})

test('events that come in pieces are put together, and blank lines are none', async () => {
  const bytes = Buffer.from(`\n${JSON.stringify(event)}\n`)
  const { leaks } = createFake(async () => Readable.from(Array.from(bytes, (byte) => Buffer.from([byte]))))
  expect((await leaks.run('import', fileWith(''), '--source', 'x')).out).toContain('as source "vazação"')
})

const LOST = 'leaks: the server went away; start it and run the import again to finish it\n'
const failing = (code: string) => Promise.reject(Object.assign(new Error('broken'), { code }))

test.each([
  ['ends before its last event', async () => Readable.from(['']), LOST],
  ['resets the connection', () => failing('ECONNRESET'), LOST],
  ['closes the connection', () => failing('EPIPE'), LOST],
  ['fails otherwise', () => failing('EOTHER'), 'leaks: broken\n'],
])('when the server %s, the failure says what to do', async (_what, open, err) => {
  const { leaks } = createFake(open)
  expect(await leaks.run('import', fileWith('a@b.com:um\n'), '--source', 'x')).toMatchObject({ code: 1, out: '', err })
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends an import with a word on how to finish it', async (signal) => {
  const { leaks } = createFake(async (call) => {
    process.emit(signal)
    throw call.signal?.reason
  })
  expect(await leaks.run('import', fileWith('a@b.com:um\n'), '--source', 'x')).toMatchObject({
    code: 130,
    err: 'leaks: interrupted; what was written stays, run the same import again to finish it\n',
  })
})

test('an import that has ended no longer listens to signals', async () => {
  const { leaks } = createFake(async () => Readable.from([`${JSON.stringify(event)}\n`]))
  const before = process.listenerCount('SIGINT') + process.listenerCount('SIGTERM')
  await leaks.run('import', fileWith('a@b.com:um\n'), '--source', 'x')
  expect(process.listenerCount('SIGINT') + process.listenerCount('SIGTERM')).toBe(before)
})

test('an import that fails because it was interrupted is told as interrupted', async () => {
  const { leaks } = createFake(async () => {
    process.emit('SIGINT')
    return Readable.from([`${JSON.stringify({ kind: 'failed', message: 'cut' })}\n`])
  })
  expect(await leaks.run('import', fileWith('a@b.com:um\n'), '--source', 'x')).toMatchObject({ code: 130 })
})
