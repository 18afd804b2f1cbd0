import { asyncProperty, assert, constantFrom, integer, uint8Array } from 'fast-check'
import { gzipSync } from 'node:zlib'
import { chunksOf } from '../../../testing/leak-content.ts'
import { FAMILIES, filesOfLogs, makeLog, pairsOf, readSimply } from '../../../testing/leak-logs.ts'
import type { LeakFile, ReadBatch, ReadOptions } from './credential.ts'
import { readLeak } from './read-leak.ts'

async function* alone(content: string | Buffer): AsyncGenerator<LeakFile> {
  yield { path: 'leak.txt', content: chunksOf(content) }
}

const batchesOf = async (files: AsyncIterable<LeakFile>, options?: ReadOptions) => {
  const batches: ReadBatch[] = []
  for await (const batch of readLeak(files, options)) batches.push(batch)
  return batches
}
const read = async (files: AsyncIterable<LeakFile>, options?: ReadOptions) => {
  const batches = await batchesOf(files, options)
  const credentials = batches.flatMap((batch) => batch.credentials)
  return {
    credentials,
    pairs: credentials.map(({ address, secret }) => `${address} ${secret?.kind ?? ''} ${secret?.value ?? ''}`.trim()),
    rejected: batches.flatMap(({ rejected }) => rejected.map(({ place, reason }) => `${place} ${reason}`)),
    skipped: batches.reduce((sum, { skipped }) => sum + skipped, 0),
    faults: batches.flatMap((batch) => batch.faults),
  }
}

test('rows come in batches, with the place of each that is no credential', async () => {
  const rest = { unclosed: 0, faults: [] }
  expect(await batchesOf(alone('a@b.com:um\n\nlorem\nmaria:um\nc@d.com'), { batchRows: 2 })).toMatchObject([
    {
      ...rest,
      credentials: [{ address: 'a@b.com', secret: { kind: 'plain', value: 'um' }, kinds: [] }],
      rejected: [{ place: '3', reason: 'login is not an e-mail address', masked: '***' }],
      skipped: 0,
    },
    { ...rest, credentials: [{ address: 'c@d.com', secret: undefined, kinds: [] }], rejected: [], skipped: 1 },
    { ...rest, credentials: [], rejected: [], skipped: 0 },
  ])
})

// Rule: M-IMPORT-15
test.each(FAMILIES)('logs of $name come in as a simple reading has them, with day and machine', async (form) => {
  for (let seed = 1; seed <= 25; seed += 1) {
    const logs = [makeLog(form, seed), makeLog(form, seed + 1000)]
    const simple = logs.flatMap(readSimply)
    const { credentials, rejected, skipped } = await read(filesOfLogs(logs))
    const found = credentials.map(({ address, secret, website = '' }) =>
      [address, ...(secret === undefined ? [] : [secret.kind, secret.value]), website].join(' '),
    )
    expect(found).toEqual(simple.flatMap(pairsOf).map(({ pair, website }) => `${pair} ${website}`))
    expect({ rejected, read: credentials.length + skipped }).toEqual({ rejected: [], read: simple.length })
    for (const { day, machine, kinds } of credentials) {
      expect(logs.map(({ folder }) => folder)).toContain(`BR[${machine ?? ''}]`)
      expect(day).toMatch(/^202\d-\d\d-(?:1[3-9]|2\d)$/)
      expect(kinds).toEqual(['phone', 'cpf', 'ip-address', 'cookies', 'autofill'])
    }
  }
})

const MD5 = '5f4dcc3b5aa765d61d8327deb882cf99'
const BCRYPT = `$2y$10$${'a'.repeat(53)}`

// Rule: M-IMPORT-16, M-IMPORT-47
test.each<[string, string | Buffer, readonly string[], (readonly string[])?]>([
  [
    'a dump of MySQL',
    [
      '-- MySQL dump 10.13',
      'CREATE TABLE `users` (`id` int, `user_email` text, `user_pass` text, PRIMARY KEY (`id`));',
      `INSERT INTO \`users\` VALUES (1,'a@b.com','${BCRYPT}'),(2,'c@d.com','it\\'s; (so)'),`,
      "(3,'maria','um');INSERT IGNORE INTO users (id, email, password) VALUES (4, \"e@f.com\", 'x''y');",
      "REPLACE INTO t SET email = 'g@h.com', password = NULL; /* 'a@x.com' */",
      "INSERT INTO `log` VALUES (1, 'nothing'); INSERT INTO `news` (email) VALUES ('i@j.com'), ('k@",
    ].join('\n'),
    [`a@b.com hash ${BCRYPT}`, "c@d.com plain it's; (so)", "e@f.com plain x'y", 'g@h.com', 'i@j.com'],
  ],
  [
    'a dump of PostgreSQL',
    [
      '-- PostgreSQL database dump',
      'COPY public.users (id, email, encrypted_password) FROM stdin;',
      `1\ta@b.com\t${BCRYPT}`,
      '2\tc@d.com\t\\N',
      '\\.',
      "INSERT INTO users (email, password) VALUES ('e@f.com', 'C:\\'), ('g@h.com', E'a\\'b');",
    ].join('\r\n'),
    [`a@b.com hash ${BCRYPT}`, 'c@d.com', 'e@f.com plain C:\\', "g@h.com plain a'b"],
  ],
  [
    'a script of SQL Server',
    [
      'SET IDENTITY_INSERT [dbo].[Users] ON',
      'GO',
      "INSERT [dbo].[Users] ([Id], [Created], [Email], [PasswordHash]) VALUES (1, CAST(N'2020' AS Date), N'a@b.com', N'xx')",
      `INSERT [dbo].[Users] ([Id], [Created], [Email], [PasswordHash]) VALUES (2, NULL, N'c@d.com', N'${MD5}')`,
      'GO',
      "INSERT INTO T (email, senha) SELECT 'e@f.com', 'um' UNION ALL SELECT 'g@h.com', 'dois'",
    ].join('\n'),
    ['a@b.com hash xx', `c@d.com hash ${MD5}`, 'e@f.com plain um', 'g@h.com plain dois'],
  ],
  [
    'JSON of one object',
    `{"n":3,"users":[{"email":"a@b.com","password":"um"},{"p":{"mail":"c@d.com"},"hash":"${MD5}","salt":"x"}],"l":[{"a":1}]}`,
    ['a@b.com plain um', `c@d.com hash ${MD5}:x`],
  ],
  [
    'JSON, an object a line',
    '{"email":"a@b.com","pass":"x\\"{"}\n{"email":"maria","pass":"x"}\n{"email":"c@d.com","pass":null}\n{"cut',
    ['a@b.com plain x"{', 'c@d.com'],
    ['4 row is not complete'],
  ],
  [
    'a list of addresses',
    'a@b.com\nc@d.com\nlogo@2x.png\n',
    ['a@b.com', 'c@d.com'],
    ['3 login is not an e-mail address'],
  ],
  [
    'mail:password:website',
    'a@b.com:um:https://x.com/in\nc@d.com:p:q:https://y.com\n',
    ['a@b.com plain um', 'c@d.com plain p:q'],
  ],
  [
    'separators of all kinds',
    'a@b.com:um\nc@d.com;p:q\ne@f.com|x\nhttps://x.com/a;g@h.com;zz\ni@j.com dois\nx.com/a@y.com:k@l.com:um\nlorem ipsum',
    [
      'a@b.com plain um',
      'c@d.com plain p:q',
      'e@f.com plain x',
      'g@h.com plain zz',
      'i@j.com plain dois',
      'k@l.com plain um',
    ],
    ['7 login is not an e-mail address'],
  ],
  [
    'CSV without a header',
    `1,Ana,a@b.com,${MD5}\n2,Bia,c@d.com,${MD5}`,
    [`a@b.com hash ${MD5}`, `c@d.com hash ${MD5}`],
  ],
  ['UTF-16 of big end', Buffer.from('\uFEFFa@b.com:ã\r\n', 'utf16le').swap16(), ['a@b.com plain ã']],
  ['gzip', gzipSync('a@b.com:um'), ['a@b.com plain um']],
])('%s is read by its rows', async (_what, content, pairs, rejected = undefined) => {
  const found = await read(alone(content))
  expect(found.pairs).toEqual(pairs)
  expect(found.rejected).toEqual(rejected ?? found.rejected)
  // In pieces of a byte it is the same.
  const bytes = Buffer.from(content)
  const cut = async function* cut(): AsyncGenerator<LeakFile> {
    yield { path: 'leak.txt', content: chunksOf(...Array.from(bytes, (byte) => Buffer.from([byte]))) }
  }
  expect(await read(cut())).toEqual(found)
})

// Rule: M-IMPORT-16, M-IMPORT-47
test.each([
  ['JSON', '{"n":[{"a":1}],"users":[', '{"email":"a@b.com","bio":"", "password":"um"}', ']}'],
  ['a dump', 'INSERT INTO users (email, bio, password) VALUES ', "('a@b.com','','um')", ';'],
])('%s of one line is read, however long it is', async (_what, head, row, tail) => {
  const long = row.replace(/""|''/, (quotes) => quotes[0] + 'x'.repeat(4000) + quotes[1])
  const { pairs, rejected } = await read(alone(head + Array.from({ length: 400 }, () => long).join(',') + tail))
  expect({ pairs, rejected }).toEqual({ pairs: Array.from({ length: 400 }, () => 'a@b.com plain um'), rejected: [] })
})

// Rule: M-IMPORT-16, M-IMPORT-47
test('columns that looking cannot tell are named; the last one has all that follows', async () => {
  const content = 'x.com,ana,a@b.com,um,dois\ny.com,bia,maria,um\n'
  const found = await read(alone(content), { columns: 'website,username,email,password' })
  expect(found).toMatchObject({
    credentials: [{ address: 'a@b.com', website: 'x.com', secret: { value: 'um,dois' }, kinds: ['username'] }],
    skipped: 1,
  })
  await expect(read(alone(content), { columns: 'a,b' })).rejects.toThrow('there is no a; there are email, login')
})

// Rule: M-IMPORT-17
// Threat: T-IMPORT-1
test('of a file of any bytes nothing is lost: each line is a row or ignored, and other formats end', async () => {
  const heads = [
    'a@b.com:um\n',
    'email;senha\n',
    'URL: x\nUSER: a@b.com\nPASS: um\n',
    '{"email":"a@b.com"}\n',
    "INSERT INTO t VALUES ('a@b.com');\n",
  ]
  await assert(
    asyncProperty(constantFrom(...heads), uint8Array({ maxLength: 300 }), integer(), async (head, noise, seed) => {
      const signs = '\'"`{}[]()\\,;:\n-/*@'
      const hostile = Array.from(noise, (byte) =>
        byte % 3 === 0 ? byte : signs.charCodeAt((byte + seed) % signs.length),
      )
      const text = Buffer.concat([Buffer.from(head.repeat(201)), Buffer.from(hostile)])
      const batches = await batchesOf(alone(text), { batchRows: 50 })
      const rows = batches.reduce(
        (sum, batch) => sum + batch.credentials.length + batch.rejected.length + batch.skipped,
        0,
      )
      expect(rows).toBeGreaterThanOrEqual(200)
      if (!head.endsWith('um\n') || head.startsWith('URL')) return
      const lines = text
        .toString('latin1')
        .replace(/\r?\n$/, '')
        .split(/\r\n|\n|\r/).length
      expect(rows + batches.reduce((sum, { ignored }) => sum + ignored, 0)).toBe(lines)
    }),
    { numRuns: 150, seed: 15 },
  )
})
