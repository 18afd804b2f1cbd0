import { chunksOf, createTextPacker, packedLine as row } from '../../../testing/leak-content.ts'
import { parseFile, type ParsedBatch } from './parse-file.ts'

const parse = async (chunks: readonly (string | Buffer)[], batchRows?: number) => {
  const batches: (Omit<ParsedBatch, 'rows'> & { readonly rows: string })[] = []
  for await (const batch of parseFile(chunksOf(...chunks), { pack: createTextPacker(), batchRows }))
    batches.push({ ...batch, rows: Buffer.from(batch.rows).toString() })
  return batches
}
const parseAll = async (...lines: string[]) => (await parse([lines.join('\n')]))[0]

// Rule: M-IMPORT-2, M-IMPORT-3
test('a batch has its credentials, its rejected lines by number, and its counts', async () => {
  const text = 'A@b.com:um\n\nsegredo\nmaria:segredo\nc@d.com\n \t\ne@f.com:do:is'
  expect(await parse([text])).toEqual([
    {
      count: 3,
      rows: row('a@b.com', 'um') + row('c@d.com') + row('e@f.com', 'do:is'),
      freshCount: 0,
      fresh: new Uint8Array(),
      hosts: '',
      tags: '',
      sightings: [],
      ordinals: [],
      rejects: '3,login is not an e-mail address,"***"\n',
      read: 5,
      rejected: 1,
      skipped: 1,
      ignored: 2,
      unclosed: 0,
      files: { read: 1, facts: 0, skipped: 0, unread: 0 },
      silent: [],
      accounts: [],
      bytes: text.length,
    },
  ])
})

test('a batch ends with so many lines read, and the next one begins from nothing', async () => {
  const chunks = ['email,senha\na@b.com,"um\n', 'maria,x\n', 'c@d.com,um\ne@f.com,um\n', 'g@h.com,um\n']
  const batches = await parse(chunks, 2)
  expect(batches).toMatchObject([
    { read: 2, rejected: 0, skipped: 1, ignored: 1, unclosed: 1, rows: row('a@b.com', '"um') },
    { read: 2, rejected: 0, skipped: 0, unclosed: 0, rejects: '', rows: row('c@d.com', 'um') + row('e@f.com', 'um') },
    { read: 1, rejected: 0, skipped: 0, unclosed: 0, rows: row('g@h.com', 'um') },
  ])
  const sizes = chunks.map((_, index) => chunks.slice(0, index + 1).join('').length)
  expect(batches.at(-1)?.bytes).toBe(sizes.at(-1))
  for (const { bytes } of batches) expect(sizes).toContain(bytes)
})

test('the last batch is empty where the one before took all', async () => {
  expect((await parse(['a@b.com:um\nc@d.com:um\n'], 2)).map(({ read }) => read)).toEqual([2, 0])
})

test('a batch has 100,000 lines unless it is told otherwise', async () => {
  expect((await parse(['a@b.com:um\n'.repeat(100_001)])).map(({ read }) => read)).toEqual([100_000, 1])
})

// Rule: M-IMPORT-3
test.each([
  [
    'an address of 254 characters',
    `a@${'d'.repeat(62)}.${'d'.repeat(62)}.${'d'.repeat(62)}.${'d'.repeat(59)}.com:um`,
    undefined,
  ],
  ['an address of 255 characters', `${'a'.repeat(249)}@b.com:um`, 'address is longer than 254 characters'],
  ['a line of 4096 bytes', `a@b.com:${'x'.repeat(4088)}`, undefined],
  ['a line of 4097 bytes', `a@b.com:${'x'.repeat(4089)}`, 'line is longer than 4096 bytes'],
  ['a line of 4097 bytes in fewer characters', `a@b.com:x${'ã'.repeat(2044)}`, 'line is longer than 4096 bytes'],
  ['a line that is much longer', `a@b.com:${'x'.repeat(9000)}`, 'line is longer than 4096 bytes'],
])('of %s is told whether it was read', async (_what, line, reason) => {
  const batch = await parseAll('first@b.com:um', line)
  expect(batch?.rejects).toBe(reason === undefined ? '' : `2,${reason},"***:***"\n`)
  expect(batch).toMatchObject({ read: 2, rejected: reason === undefined ? 0 : 1 })
})

// Rule: M-IMPORT-5
test.each([
  ['nothing', [''], 'the file is empty'],
  ['no byte at all', [], 'the file is empty'],
  ['blank lines', ['\n \n\t\n'], 'the file is empty'],
  ['a line without end', ['x'.repeat(5000)], 'not a leak file: its first lines are blank or too long'],
  [
    'bytes of no text',
    [Buffer.from('a@b.com:\u0001\u0002um\nc@d.com:\u0003')],
    'not a leak file: it is no text (of text, UTF-8, UTF-16 and Latin-1 are read)',
  ],
  ['no address', ['lorem\n\nipsum\ndolor'], 'none of its 3 lines has an e-mail address as login'],
  ['much text', ['lorem\n'.repeat(300)], 'none of its 300 lines has an e-mail address as login'],
  ['too much text', ['lorem\n'.repeat(500_001)], 'none of its first 500001 lines has an e-mail address as login'],
])('a file with %s is refused', async (_what, chunks, reason) => {
  await expect(parse(chunks)).rejects.toThrow(reason)
})

// Threat: T-IMPORT-5
test.each([
  ['a combo list', 'a@b.com:1\rc@d.com:2\rv@acme.com:3\r'],
  ['a CSV file', 'email,password\ra@b.com,1\rc@d.com,2\rv@acme.com,3\r'],
  ['one line of a combo list', 'a@b.com:1\nc@d.com:2\rv@acme.com:3\n'],
])('whoever stands behind a return in %s is read', async (_what, text) => {
  const batches = await parse([text])
  expect(batches.map(({ rows }) => rows.split('\n').filter(Boolean).length)).toEqual([3])
})

test('a mark of UTF-16 in the middle of a line, and a NUL after the sample, are of their line alone', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => `p${index}@b.com:um`)
  const latin1 = Buffer.from(['x@b.com:a\u00ff\u00fe', ...lines, 'y@b.com:\0', ''].join('\n'), 'latin1')
  expect(await parse([latin1])).toMatchObject([{ read: 202, rejected: 0 }])
})

test('the format is that of most of the first lines, and all of them are read', async () => {
  const batch = await parseAll('lorem: ipsum', 'a@b.com;um', 'c@d.com:um', 'e@f.com;do;is')
  const rows = row('a@b.com', 'um') + row('c@d.com', 'um') + row('e@f.com', 'do;is')
  expect(batch).toMatchObject({ read: 4, rejected: 0, skipped: 1, rows })
})

test('the header of a CSV file may follow blank lines', async () => {
  expect(await parseAll('', 'senha,email', 'um,a@b.com')).toMatchObject({
    read: 1,
    ignored: 2,
    rows: row('a@b.com', 'um'),
  })
})

const blanks = (count: number) => ['\n'.repeat(count), 'a@b.com:um\n']

// Rule: M-IMPORT-10
test('blank lines in front are read ahead up to half a million and a part of the text', async () => {
  expect(await parse(blanks(499_999))).toMatchObject([{ read: 1 }])
  await expect(parse([...blanks(600_000), 'a@b.com:um\n'])).rejects.toThrow('the file is empty')
})
