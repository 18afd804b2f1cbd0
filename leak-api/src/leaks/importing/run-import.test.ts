import { sql } from '@atalaia/database'
import { createHash, createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { int, object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { chunksOf, FINGERPRINT_KEY } from '../../../testing/leak-content.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { runImport } from './run-import.ts'

const counts = (read: number, added: number, known: number, rejected: number) => ({
  kind: 'done',
  read,
  added,
  known,
  rejected,
})

const CHUNK = 4096

const tenthsKnown = (lines: number): string =>
  Array.from({ length: lines }, (_, index) => {
    const person = index % 10 < 8 ? index : index - (index % 10)
    return `person${person}@company${person % 7}.com:${createHash('md5').update(String(person)).digest('base64')}`
  }).join('\n')

const keyed = (address: string, password: string) =>
  createHmac('sha256', FINGERPRINT_KEY).update(`${address}\0${password}`).digest('hex').slice(0, 32)

onPostgres((database) => {
  const leaks = async () => {
    const [row] = await database().query(
      object({ rows: int(), addresses: int(), passwords: int() }),
      sql`SELECT count(*)::int AS rows, count(DISTINCT address)::int AS addresses,
              (count(*) FILTER (WHERE fingerprint <> ''))::int AS passwords FROM leak`,
    )
    return row
  }

  // Rule: M-NUM-12
  test('of 10,000 lines the 2,000 repeated ones are already known, and a second time all are', async () => {
    const api = await createTestApi(database())
    const file = tenthsKnown(10_000)
    expect(await api.importText('combo', file)).toMatchObject(counts(10_000, 8000, 2000, 0))
    expect(await api.importText('combo', file)).toMatchObject(counts(10_000, 0, 10_000, 0))
    expect(await leaks()).toEqual({ rows: 8000, addresses: 8000, passwords: 8000 })
  })

  // Rule: M-NUM-13
  test('a database without room on its disk is said to take no writes', async () => {
    const api = await createTestApi(database())
    await database().script(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON credential FOR EACH STATEMENT EXECUTE FUNCTION full_disk()`,
    )
    const content = chunksOf('ana@acme.com:first')
    const cut = await runImport(api.tools, { content, fileName: 'a.txt', source: 'a' })
    await database().script('DROP TRIGGER full_disk ON credential; DROP FUNCTION full_disk')
    expect(cut).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('a.txt: the database takes no writes (No space left on device)'),
    })
  })

  // Rule: M-NUM-13
  test('cut off in the middle it counts nothing twice, and run again it loses nothing', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.add('ana@acme.com', token)
    const file = `ana@acme.com:first\n${tenthsKnown(5000)}\nana@acme.com:last`
    async function* broken() {
      for (let at = 0; at < file.length / 2; at += CHUNK) yield Buffer.from(file.slice(at, at + CHUNK))
      throw new Error('the line went dead')
    }
    const cut = await runImport(api.tools, { content: broken(), fileName: 'big.txt', source: 'big', batchRows: 500 })
    expect(cut).toEqual({ kind: 'failed', message: 'big.txt: the line went dead' })
    const kept = (await leaks())?.rows ?? 0
    expect(kept).toBeGreaterThan(0)

    const again = await api.importText('big', file)
    expect(again).toMatchObject({ kind: 'done', read: 5002, added: 4002 - kept })
    expect(await leaks()).toMatchObject({ rows: 4002 })
    const summary = (await api.get('/dashboard/resumo', token)).json()
    expect(summary.total_vazamentos).toEqual({ numero_vazamentos: 1, numero_senhas_vazadas: 2 })
    expect(summary.ultimos_3_relatorios).toHaveLength(1)
  })

  // Rule: M-IMPORT-7
  test('a stop asked for from outside ends it between two batches', async () => {
    const api = await createTestApi(database())
    const stop = new AbortController()
    const outcome = await runImport(api.tools, {
      content: chunksOf(...Array.from({ length: 10 }, () => tenthsKnown(1000))),
      fileName: 'big.txt',
      source: 'big',
      batchRows: 500,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    })
    const message = 'big.txt: enough; 500 lines were written and stay; run the same import again to finish it'
    expect(outcome).toEqual({ kind: 'failed', message })
  })

  // Rule: M-IMPORT-1
  test.each([
    [':', 'a@b.com:um\nc@d.com:do:is'],
    [';', 'a@b.com;um\nc@d.com;do;is'],
    ['|', 'a@b.com|um\nc@d.com|do|is'],
    ['tab', 'a@b.com\tum\nc@d.com\tdo\tis'],
    ['url:login:password', 'https://x.com/in?a=b:a@b.com:um\nhttp://y.com:8080/:c@d.com:do:is'],
    ['CSV', 'id,E-mail,Senha\n1,a@b.com,um\n2,"c@d.com","do,""is"\n'],
    ['CSV with ;', 'email;name;password\na@b.com;Ana;um\nc@d.com;"Bia; Lima";do'],
    ['byte order mark and CRLF', '\uFEFFa@b.com:um\r\nc@d.com:do\r\n\r\n'],
    ['gzip', gzipSync('a@b.com:um\nc@d.com:do')],
  ])('two credentials in the format %s are two leaks with a password', async (_format, content) => {
    const api = await createTestApi(database())
    expect(await api.importText('source', content)).toMatchObject(counts(2, 2, 0, 0))
    expect(await leaks()).toEqual({ rows: 2, addresses: 2, passwords: 2 })
  })

  // Rule: M-NUM-12
  test('the same credential is known again from another format', async () => {
    const api = await createTestApi(database())
    await api.importText('source', 'a@b.com:do:is')
    expect(await api.importText('source', 'https://x.com/:A@b.com:do:is\r\n')).toMatchObject(counts(1, 0, 1, 0))
    expect(await api.importText('source', 'email,password\na@b.com,do:is')).toMatchObject(counts(1, 0, 1, 0))
  })

  // Rule: M-IMPORT-2
  test('a line without a password is a leak without one', async () => {
    const api = await createTestApi(database())
    expect(await api.importText('list', 'a@b.com\nc@d.com:\n')).toMatchObject(counts(2, 2, 0, 0))
    expect(await leaks()).toEqual({ rows: 2, addresses: 2, passwords: 0 })
  })

  // Rule: M-PRIVACY-1
  test('a leaked password is stored as its keyed fingerprint, and in no other form', async () => {
    const api = await createTestApi(database())
    await api.importText('source', 'a@b.com:segredo\nc@d.com:segredo')
    const rows = await database().query(
      object({ address: string(), hex: string() }),
      sql`SELECT address, encode(fingerprint, 'hex') AS hex FROM leak ORDER BY address`,
    )
    expect(rows).toEqual(['a@b.com', 'c@d.com'].map((address) => ({ address, hex: keyed(address, 'segredo') })))
  })

  // Rule: M-IMPORT-4
  test('bad UTF-8 is read as Latin-1, so that passwords stay apart', async () => {
    const api = await createTestApi(database())
    const content = Buffer.from('a@b.com:caf\u00e9\na@b.com:caf\u00ea\nc@d.com:ok', 'latin1')
    expect(await api.importText('old', content)).toMatchObject(counts(3, 3, 0, 0))
  })

  // Rule: M-IMPORT-3
  test('what cannot be read is rejected with line and reason, and masked', async () => {
    const api = await createTestApi(database())
    const content = ['a@b.com:um', '', 'maria:segredo', 'solta', `b@c.com:${'x'.repeat(5000)}`].join('\n')
    const outcome = await api.importText('mixed', content)
    expect(outcome).toMatchObject({ ...counts(4, 1, 0, 2), skipped: 1 })
    const rejects = readFileSync((outcome.kind === 'done' ? outcome.rejectsFile : null) ?? '', 'utf8')
    expect(rejects.split('\n')).toEqual([
      'line,reason,content',
      '4,login is not an e-mail address,"***"',
      '5,line is longer than 4096 bytes,"***:***"',
      '',
    ])
  })

  // Rule: M-IMPORT-8
  // Threat: T-IMPORT-1
  test('a field whose quote is not closed is read as it stands, costs no other line, and is counted', async () => {
    const api = await createTestApi(database())
    const rows = Array.from({ length: 500 }, (_, index) => `user${index}@b.com,password-${index}`)
    const content = ['email,password', 'a@b.com,"open', ...rows, 'c@d.com,"open', ''].join('\n')
    expect(await api.importText('csv', content)).toMatchObject({ ...counts(502, 502, 0, 0), skipped: 0, unclosed: 2 })
    const passwords = await database().query(
      object({ hex: string() }),
      sql`SELECT encode(fingerprint, 'hex') AS hex FROM leak WHERE address IN ('a@b.com', 'c@d.com') ORDER BY address`,
    )
    expect(passwords).toEqual(['a@b.com', 'c@d.com'].map((address) => ({ hex: keyed(address, '"open') })))
  })

  // Rule: M-IMPORT-8
  test('a quoted field that goes on in the next line belongs to its row', async () => {
    const api = await createTestApi(database())
    const outcome = await api.importText('csv', 'email,name,password\na@b.com,"Bia\nLima",do\nc@d.com,Ana,um')
    expect(outcome).toMatchObject({ ...counts(2, 2, 0, 0), skipped: 0, unclosed: 0 })
  })

  // Rule: M-IMPORT-5
  test.each([
    ['an empty file', '', 'the file is empty'],
    ['a text without addresses', 'lorem\nipsum', 'not a leak file: none of its 2 lines'],
    ['a binary file', 'MZ\u0003\u0004\0\0', 'not a leak file: it is no text'],
    ['no archive', 'PK\u0003\u0004\0\0', 'nothing.txt: the archive is broken'],
    ['a cut gzip', gzipSync(tenthsKnown(100)).subarray(0, 900), 'unexpected end of file'],
  ])('%s is refused, and leaves nothing', async (_what, content, reason) => {
    const api = await createTestApi(database())
    const outcome = await api.importText('nothing', content)
    expect(outcome).toEqual({ kind: 'failed', message: expect.stringContaining(reason) })
    expect(await leaks()).toMatchObject({ rows: 0 })
    expect(existsSync(`${api.tools.dataDir}/rejects`)).toBe(false)
  })
})
