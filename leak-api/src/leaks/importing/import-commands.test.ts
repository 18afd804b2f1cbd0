import { sql } from '@atalaia/database'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { object, string } from 'zod/mini'
import { createCommandRun } from '../../../testing/command-line.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { addImportCommands } from './import-commands.ts'
import { whileNoOther } from './only-import.ts'
import type { ImportTools } from './run-import.ts'

const NEW_LINE = '\r\u001b[K'
const newFolder = () => mkdtempSync(join(tmpdir(), 'leak-api-'))
const fileWith = (content: string, name = 'few.txt') => {
  const path = join(newFolder(), name)
  writeFileSync(path, content)
  return path
}

const createLeaks = (tools: () => Promise<ImportTools>, onScreen: (text: string) => void = () => undefined) => {
  const run = async (...words: string[]) => {
    let shown = ''
    const write = (text: string) => {
      shown += text
      onScreen(text)
    }
    const said = await createCommandRun((line) => addImportCommands(line, { tools, screen: { isTTY: true, write } }))(
      ...words,
    )
    return { ...said, screen: shown }
  }
  return { run, json: async (...words: string[]) => JSON.parse((await run(...words, '--json')).out) }
}

const BUSY = 'leaks: another import is running, or one is being taken back; start this one when it has ended\n'
const LINES = 101_000
const manyLines = () => Array.from({ length: LINES }, (_, at) => `p${at}@empresa${at % 9}.com:w${at}`).join('\n')
const signals = () => process.listenerCount('SIGINT') + process.listenerCount('SIGTERM')

const openInterrupted = (tools: ImportTools, progress: RegExp) => {
  let isSent = false
  return createLeaks(
    async () => tools,
    (text) => {
      if (isSent || !progress.test(text)) return
      isSent = true
      process.emit('SIGINT')
    },
  )
}

onPostgres((database) => {
  const open = async () => {
    const { tools } = await createTestApi(database())
    return { tools, ...createLeaks(async () => tools) }
  }

  // Rule: M-IMPORT-6
  test('a command imports by itself, and tells the result and its source as text or as JSON', async () => {
    const { run, json } = await open()
    expect(await run('sources')).toMatchObject({ code: 0, out: 'No sources yet.\n' })
    const file = fileWith('a@b.com:um\nc@d.com:dois\n\nmaria:tres\n')
    const imported = await run('import', file, '--source', ' few ', '--date', '2026-11-20')
    expect(imported).toMatchObject({ code: 0, err: '' })
    expect(imported.out).toMatch(/^Imported few\.txt as source "few" in .*\n +lines read +3\n +new +2\n/)
    expect(imported.screen.split(NEW_LINE)).toEqual(['', expect.stringMatching(/^3 lines · 100 %/), ''])
    const again = await json('import', file, '--source', 'few')
    expect(again).toMatchObject({ kind: 'done', source: 'few', read: 3, known: 2, skipped: 1 })
    expect((await run('sources')).out).toMatch(/\nfew +2 +2 +\d{4}-/)
    expect(await json('sources')).toMatchObject([{ name: 'few', imports: 2, leaks: 2 }])
    expect(await json('imports')).toMatchObject([{}, { date: '2026-11-20', file: 'few.txt' }])
    expect(await run('import', file, '--source', 'x'.repeat(100))).toMatchObject({ code: 0 })
  })

  // Rule: M-IMPORT-72
  test('a file that an older reader read is named, and its next import replaces that reading', async () => {
    const { tools, run, json } = await open()
    const file = fileWith('a@b.com: um\nc@d.com:dois\n')
    await run('import', file, '--source', 'few', '--date', '2026-11-20')
    const [{ id: first }] = await json('imports')
    await run('import', fileWith('e@f.com:um\n', 'more.txt'), '--source', 'few')
    expect((await run('sources')).out).not.toContain('older reader')

    await tools.database.execute(sql`UPDATE import SET reader = 0 WHERE id = ${first}`)
    // A reader that kept the padding.
    await tools.database.execute(
      sql`UPDATE credential SET pair = pair + 1, fingerprint = gen_random_uuid() WHERE local = 'a'`,
    )
    expect((await run('sources')).out).toContain('few: imports by an older reader: 1. Import their files again.\n')
    expect((await run('imports', '--source', 'few')).out).toContain('by an older reader\n')

    const again = await run('import', file, '--source', 'few')
    expect(again.out).toContain(`Import ${first}, by an older reader, is taken back\n`)
    expect(await json('imports')).toMatchObject([
      { file: 'few.txt', date: '2026-11-20', read: 2, added: 2, known: 0, reader: 1 },
      { file: 'more.txt' },
    ])
    expect((await run('sources')).out).not.toContain('older reader')
    const pairs = sql`SELECT local AS text FROM credential ORDER BY 1`
    expect(await tools.database.query(object({ text: string() }), pairs)).toEqual([
      { text: 'a' },
      { text: 'c' },
      { text: 'e' },
    ])
  })

  // Rule: M-IMPORT-12, M-IMPORT-13
  test('imports are listed, told when their file comes again, and taken back when it is confirmed', async () => {
    const { run, json } = await open()
    expect(await run('imports')).toMatchObject({ code: 0, out: 'No imports yet.\n' })
    const file = fileWith('a@b.com:um\nc@d.com:dois\n')
    expect((await run('import', file, '--source', 'few')).screen).not.toContain('The same file')
    const [{ id: first }] = await json('imports')
    expect((await run('import', file, '--source', 'other')).screen).toMatch(
      new RegExp(`^The same file was imported as import ${first} into "few" \\(\\d{4}-\\d\\d-\\d\\dT.*Z\\)\\n`),
    )
    const hash = createHash('sha256').update('a@b.com:um\nc@d.com:dois\n').digest('hex')
    const kept = { fileHash: hash, file: 'few.txt', by: userInfo().username, read: 2, added: 2, known: 0, pending: 0 }
    const listed = await json('imports')
    expect(listed).toMatchObject([
      { source: 'other', status: 'finished', ...kept },
      { id: first, source: 'few', status: 'finished', ...kept },
    ])
    const id = listed[0].id
    expect(await json('imports', '--source', 'few')).toMatchObject([{ id: first }])
    expect((await run('imports')).out).toMatch(
      new RegExp(`\\n${id} .*Z  .* other +few\\.txt  ${hash.slice(0, 12)}  2 +2 +0 `),
    )

    const counts = { pairs: 2, kept: 0, imports: 1, organisations: 0 }
    expect(await json('undo', id, '--dry-run')).toEqual({ ...counts, removed: false })
    expect(await run('undo', id)).toMatchObject({
      code: 1,
      err: `import ${id}: 1 import, 2 pairs; the numbers of 0 organisations change. Nothing was removed: add --yes\n`,
    })
    expect(await json('imports')).toHaveLength(2)
    expect(await json('undo', id, '--yes')).toEqual({ ...counts, removed: true })
    expect(await json('imports')).toMatchObject([{ id: first }])
    expect(await run('undo', id, '--yes')).toMatchObject({ code: 1, err: `leaks: import ${id}: there is none\n` })
    expect(await run('sources', 'remove', 'few', '--yes')).toMatchObject({
      code: 0,
      out: 'source "few" is removed: 1 import, 2 pairs; the numbers of 0 organisations change\n',
    })
    expect([await json('imports'), await json('sources')]).toEqual([[], []])
  })

  // Rule: M-IMPORT-14
  test('a catalogue tells of sources what their imports do not, and nothing else changes', async () => {
    const { run, json } = await open()
    await run('import', fileWith('a@b.com:um\n'), '--source', 'Loja')
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
    expect(await run('catalogue', 'import', wrong)).toMatchObject({
      code: 1,
      err: expect.stringContaining('not a catalogue: entry 0.Name'),
    })
  })

  // Rule: M-IMPORT-20
  test('facts about a source are told with its import or by hand, and stay when a catalogue comes', async () => {
    const { run, json } = await open()
    const flags = ['--title', ' A Loja ', '--website', 'loja.example', '--leaked-on', '2024-03-01', '--kind', 'breach']
    const more = ['--known-on', '2024-05-02', '--kinds', 'Phone, cpf', '--verified', '--description', 'Em março.']
    await run('import', fileWith('lorem\n'), '--source', 'Loja', ...flags)
    expect(await json('sources', '--all')).toEqual([])
    await run('import', fileWith('a@b.com:um\n'), '--source', 'Loja', ...flags, ...more, '--records', '12')
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
    expect((await run(...set)).out).toMatch(/^source "Loja"\n +title +Loja\n +website +not known\n[^]* verified +no\n/)
    const entry = { Name: 'Loja', Title: 'Shop', Domain: 'shop.example', IsVerified: true }
    const list = fileWith(JSON.stringify([entry]), 'breaches.json')
    for (const count of [1, 0])
      expect(await json('catalogue', 'import', list)).toMatchObject({ added: 0, changed: count })
    expect(await json('sources')).toMatchObject([{ ...changed, website: 'shop.example' }])
    expect(await run('sources', 'set', 'Lojas', '--title', 'x')).toMatchObject({
      code: 1,
      err: 'leaks: source Lojas: there is none\n',
    })
  })

  // Rule: M-IMPORT-15
  test('a folder is imported with its logs, and the same folder is told the next time', async () => {
    const { run } = await open()
    const folder = join(newFolder(), 'logs', 'l'.repeat(120))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'System.txt'), 'HWID: ABC123DE')
    writeFileSync(
      join(folder, 'Passwords.txt'),
      'URL: https://x.com\nUSER: a@b.com\nPASS: um\n\nUSER: maria\nPASS: um\n',
    )
    const done = { kind: 'done', read: 2, rejected: 0, skipped: 1 }
    const words = ['import', dirname(folder), '--source', 'logs', '--json']
    expect(JSON.parse((await run(...words)).out)).toMatchObject({ ...done, added: 1, known: 0 })
    const again = await run(...words)
    expect(JSON.parse(again.out)).toMatchObject({ ...done, added: 0, known: 1 })
    expect(again.screen).toContain('The same file was imported as import')
  })

  test('a file that is no leak file is refused in one line', async () => {
    const { run } = await open()
    expect(await run('import', fileWith('lorem\n', 'prose.txt'), '--source', 'x')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^leaks: prose\.txt: not a leak file: .*\n$/),
    })
  })

  // Rule: M-IMPORT-6
  test('while one import is running no other one begins, and none is taken back; when it has ended they are', async () => {
    const { tools, run, json } = await open()
    const file = fileWith('a@b.com:um\n')
    await run('import', file, '--source', 'x')
    const [{ id }] = await json('imports')
    await whileNoOther(tools.database, async () => {
      expect(await run('import', file, '--source', 'y')).toMatchObject({ code: 1, err: BUSY })
      expect(await run('undo', id, '--yes')).toMatchObject({ code: 1, err: BUSY })
    })
    expect(await run('import', file, '--source', 'y')).toMatchObject({ code: 0 })
    expect(await run('undo', id, '--yes')).toMatchObject({ code: 0 })
  })

  test('a lock whose connection breaks while an import runs changes nothing of the import', async () => {
    const outcome = await whileNoOther(database(), async () => {
      return database().query(
        object({ done: string() }),
        sql`SELECT pg_terminate_backend(pid)::text AS done FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
    })
    expect(outcome).toEqual([{ done: 'true' }])
  })

  // Rule: M-IMPORT-7, M-IMPORT-45
  test('Ctrl-C stops an import between two batches, says what was written, and the same import finishes it', async () => {
    const { tools, json } = await open()
    const file = fileWith(manyLines())
    const before = signals()
    expect(await openInterrupted(tools, /lines\/s/).run('import', file, '--source', 'x')).toMatchObject({
      code: 130,
      err: 'leaks: few.txt: interrupted; 100,000 lines were written and stay; run the same import again to finish it\n',
    })
    expect(signals()).toBe(before)
    expect(await json('imports')).toMatchObject([{ status: 'unfinished', read: 100_000 }])
    const again = { read: LINES, added: LINES - 100_000, known: 100_000 }
    expect(await json('import', file, '--source', 'x')).toMatchObject(again)
  })

  // Rule: M-IMPORT-7, M-IMPORT-21, M-IMPORT-45
  test('the bulk way stops between two partitions, and the same import finishes it', async () => {
    const { tools, json } = await open()
    const file = fileWith(manyLines())
    const words = ['import', file, '--source', 'x', '--bulk']
    const cut = await openInterrupted(tools, /% written/).run(...words)
    expect(cut).toMatchObject({ code: 130, err: expect.stringMatching(/; of 101,000 lines read \d+ % were written/) })
    const [{ added }] = await json('imports')
    expect(added).toBeGreaterThan(0)
    expect(added).toBeLessThan(LINES)
    expect(await json(...words)).toMatchObject({ read: LINES, added: LINES - added, known: added })
  })

  // Rule: M-IMPORT-7, M-IMPORT-12, M-IMPORT-45
  test('taking back stops between two partitions, and the same command finishes it', async () => {
    const { tools, run, json } = await open()
    await run('import', fileWith('a@b.com:um\nc@d.com:dois\n'), '--source', 'few')
    const [{ id }] = await json('imports')
    expect(await openInterrupted(tools, /% removed/).run('undo', id, '--yes')).toMatchObject({
      code: 130,
      err: `leaks: interrupted; import ${id} is removed in part, and counts as before; run the same command again to finish it\n`,
    })
    expect((await run('imports')).out).toContain('being removed')
    expect(await run('undo', id, '--yes')).toMatchObject({ code: 0 })
    expect([await json('imports'), await json('sources')]).toEqual([[], []])
  })

  test('a file is found from the folder in which npm was called', async () => {
    const { run } = await open()
    const file = fileWith('a@b.com:um\n')
    const before = process.env.INIT_CWD
    process.env.INIT_CWD = join(file, '..')
    expect(await run('import', basename(file), '--source', 'x')).toMatchObject({ code: 0 })
    if (before === undefined) delete process.env.INIT_CWD
    else process.env.INIT_CWD = before
  })
})

const closed = createLeaks(() => Promise.reject(new Error('the database was opened')))

// Rule: M-IMPORT-19
test('a leak is looked at without a database: its format, masked rows, and what would be rejected', async () => {
  const file = fileWith('https://x.com/in:ana@b.com:segredo\nmaria:tres\nlorem ipsum\n', 'seen.txt')
  const { code, out } = await closed.run('inspect', file)
  expect(code).toBe(0)
  expect(out).toMatch(/seen\.txt: combo list\n3 rows: 1 credentials, 1 whose login is no address, 1 rejected\n/)
  expect(out).toMatch(/ a\*\*\*@b\.com +in clear +x\.com\n/)
  expect(out).toContain('rejected: 1 × login is not an e-mail address, first at 3\n')
  expect(out).not.toMatch(/segredo|ana/)
  const json = await closed.json('inspect', file, '--columns', 'password,email')
  expect(json).toMatchObject({ kind: 'inspected', read: 3, formats: { CSV: 1 }, whole: true })
  expect(await closed.run('inspect', `${file}.x`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be read'),
  })
})

test.each([
  ['missing', () => join(newFolder(), 'none.txt'), 'no such file'],
  ['below a file', () => join(fileWith(''), 'none.txt'), 'cannot be read (ENOTDIR)'],
  ['a device', () => '/dev/null', 'is no file and no folder'],
])('a file that is %s is named, and no database is opened', async (_what, pathOf, reason) => {
  const path = pathOf()
  expect(await closed.run('import', path, '--source', 'x')).toMatchObject({
    code: 1,
    err: `leaks: ${path}: ${reason}\n`,
  })
})

test('a catalogue that is no JSON, or too large, is refused, and no database is opened', async () => {
  const few = fileWith('{')
  expect(await closed.run('catalogue', 'import', few)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/: not a catalogue: .*JSON/),
  })
  const large = fileWith('')
  truncateSync(large, 64 * 1024 * 1024 + 1)
  expect(await closed.run('catalogue', 'import', large)).toMatchObject({
    code: 1,
    err: `leaks: ${large}: not a catalogue: it has more than 64 MiB\n`,
  })
})

test.each([
  ['import', 'import: FILE is missing'],
  ['import a b c --source x', 'import: one FILE at a time, and 3 were given'],
  ['import a', 'import: --source NAME is missing: it says where the leak comes from'],
  [`import a --source ${'x'.repeat(101)}`, 'import: --source has more than 100 characters'],
  ['import a --source x --date 2026-11-31', 'import: --date 2026-11-31 is no day; write YYYY-MM-DD'],
  ['import a --source x --date 2026-13-01', 'import: --date 2026-13-01 is no day; write YYYY-MM-DD'],
  ['import a --source x --date 2026-11-1', 'import: --date 2026-11-1 is no day; write YYYY-MM-DD'],
  ['import a --source x --date 2999-01-01', 'import: --date 2999-01-01 is in the future'],
  ['import a --source x --kind leak', '--kind is one of: breach, stealer log, combo list, paste'],
  ['import a --sauce x', "import: Unknown option '--sauce'"],
  ['inspect', 'inspect: one PATH is needed'],
  ['undo', 'undo: IMPORT is missing'],
  ['undo x --yes', 'undo: IMPORT is a number of the list of imports, not x'],
  ['sources remove', 'sources remove: NAME is missing'],
  ['sources remove a b --yes', 'sources remove takes 1 operand(s), not 2'],
  ['sources set', 'sources set: NAME is missing'],
  ['sources set x', 'sources set: no fact is given, such as --title TEXT'],
  [`sources set x --title ${'x'.repeat(201)}`, '--title has more than 200 characters'],
  ['sources set x --leaked-on 2026-02-30', '--leaked-on is no day; write YYYY-MM-DD'],
  ['sources set x --known-on 2999-01-01', '--known-on is in the future'],
  ['sources set x --records many', '--records is a number'],
  ['catalogue import', 'catalogue import: FILE is missing'],
])('"%s" is misuse, says why, and opens no database', async (words, reason) => {
  const { code, err } = await closed.run(...words.split(' '))
  expect([code, err.split('\n')[0]]).toEqual([2, `leaks: ${reason}`])
})

test('a source of blanks is none', async () => {
  expect(await closed.run('import', 'a', '--source', ' ')).toMatchObject({ code: 2 })
})
