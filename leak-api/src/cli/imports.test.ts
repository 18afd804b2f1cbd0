import { mkdtempSync, writeFileSync } from 'node:fs'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { createCommandLine, createOperatorClient, type OperatorCall, type OperatorClient } from '@atalaia/server'
import { openPostgres } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { createTestApi } from '../../testing/test-api.ts'
import { leakApiSocket, openOperator } from '../operator.ts'
import { migrate } from '../store/store.ts'
import { addImportCommands } from '../importing/import-commands.ts'

jest.setTimeout(60_000)

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
    const said = { out: '', err: '', screen: '' }
    const line = createCommandLine({
      name: 'leaks',
      call: 'npm run leaks --',
      description: '',
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
    })
    addImportCommands(line, { server, screen: { isTTY: true, write: (text) => (said.screen += text) } })
    return { code: await line.run(words), ...said }
  },
})

/** The operations of a real server on its socket. */
const startOperator = async () => {
  const database = await openPostgres(await createTestDatabase())
  await migrate(database)
  const { tools } = await createTestApi(database)
  const path = leakApiSocket(newFolder())
  const operator = await openOperator({ tools, path })
  const server = createOperatorClient(path)
  return {
    server,
    leaks: createLeaks(server),
    stop: () => operator.close(),
    close: async () => {
      await operator.close()
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
  ['a folder', newFolder, 'is no file'],
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
