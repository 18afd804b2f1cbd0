import { readOne } from '../../../testing/read-leaks.ts'

const combos = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `p${from + at}@b.com:w${from + at}`)
const logins = (count: number) => Array.from({ length: count }, (_, at) => `https://x.com/in:user${at}:w${at}`)
const lorem = (count: number) => Array.from({ length: count }, (_, at) => `Permission is granted, paragraph ${at}.`)
const entry = (login: string, password: string) => [
  'URL: https://x.com/',
  `Username: ${login}`,
  `Password: ${password}`,
]
const wide = (text: string) => Buffer.from(text, 'utf16le')
const text = (...lines: readonly string[]) => lines.join('\n')

// Rule: M-IMPORT-73
test.each<[string, string | Buffer, readonly string[]]>([
  [
    'a log whose entries begin with a bracket',
    text('["Chrome" = "x"]', ...entry('a@b.com', 'um'), '', '["Edge" = "y"]', ...entry('a@b.com', 'dois')),
    ['a@b.com um', 'a@b.com dois'],
  ],
  ...['{', '[', '<', 'INSERT INTO t', '#'].map((sign): [string, string, string[]] => [
    `a log that begins with ${sign} and has passwords with it`,
    text(`${sign} x`, ...entry('a@b.com', `${sign}1`), '', ...entry('c@d.com', `${sign}2`)),
    [`a@b.com ${sign}1`, `c@d.com ${sign}2`],
  ]),
  [
    'a list below a banner in brackets',
    text('[[ FREE - t.me/x ]]', '', ...combos(3)),
    ['p0@b.com w0', 'p1@b.com w1', 'p2@b.com w2'],
  ],
  ['a list below an open brace', text('{', ...combos(2), '}'), ['p0@b.com w0', 'p1@b.com w1']],
  ['a list below a tag', text('<pre>', ...combos(2), '</pre>'), ['p0@b.com w0', 'p1@b.com w1']],
  ['a list below a word of SQL', text('INSERT INTO your list:', ...combos(2)), ['p0@b.com w0', 'p1@b.com w1']],
  ['a list below a licence', text(...lorem(300), ...combos(2)), ['p0@b.com w0', 'p1@b.com w1']],
  [
    'a list in which a password reads like a name of a column',
    text(...['a;um', 'b;dois'].map((pair) => pair.replace(';', '@b.com;')), 'usuario;senha2020', 'c@b.com;três'),
    ['a@b.com um', 'b@b.com dois', 'c@b.com três'],
  ],
  [
    'a list with a stray header of two columns',
    text('https://x.com;a@b.com;um', 'user;password', 'https://x.com;c@b.com;dois', 'https://x.com;d@b.com;três'),
    ['a@b.com um', 'c@b.com dois', 'd@b.com três'],
  ],
  [
    'a list directly below an entry',
    text(...entry('a@b.com', 'um'), ...combos(2)),
    ['p0@b.com w0', 'p1@b.com w1', 'a@b.com um'],
  ],
  [
    'a list in which the 301st line alone has an address',
    text(...logins(300), 'https://x.com/in:a@b.com:um'),
    ['a@b.com um'],
  ],
  [
    'a list in which one line in 5,000 has an address',
    text(...logins(5000), 'a@b.com:um', ...logins(5000), 'c@d.com:dois'),
    ['a@b.com um', 'c@d.com dois'],
  ],
  [
    'a table below a list',
    text(...combos(2), 'id,email,senha', '7,a@b.com,um', '8,c@d.com,dois'),
    ['p0@b.com w0', 'p1@b.com w1', 'a@b.com um', 'c@d.com dois'],
  ],
  ['a table below a title', text('Customers 2024', '', 'name;senha;email', 'Ana;um;a@b.com'), ['a@b.com um']],
  [
    'a table whose first rows are empty',
    text('\t\t', 'id\temail\tsenha', '\t\t', '\t\t', '1\ta@b.com\tum'),
    ['a@b.com um'],
  ],
  [
    'a list below a table',
    text('id,email,senha', '7,a@b.com,um', ...combos(2)),
    ['a@b.com um', 'p0@b.com w0', 'p1@b.com w1'],
  ],
  [
    'a log below a list',
    text(...combos(300), '', ...entry('a@b.com', 'um'), '', ...entry('c@d.com', 'dois')),
    [...combos(300).map((line) => line.replace(':', ' ')), 'a@b.com um', 'c@d.com dois'],
  ],
  [
    'a dump below a list',
    text(
      ...combos(300),
      ...Array.from(
        { length: 20 },
        (_, at) => `INSERT INTO u (id, email, senha) VALUES (${at}, 'd${at}@e.com', 'x:y');`,
      ),
    ),
    [
      ...combos(300).map((line) => line.replace(':', ' ')),
      ...Array.from({ length: 20 }, (_, at) => `d${at}@e.com x:y`),
    ],
  ],
  [
    'JSON of one object a line, of which the first is broken',
    text(
      '{"email":"x@y.com","password":"u',
      '{"email":"a@b.com","password":"um"}',
      '{"email":"c@d.com","password":"{dois"}',
    ),
    ['a@b.com um', 'c@d.com {dois'],
  ],
  [
    'JSON of one object a line, of which the first is not closed',
    text('{"email":"x@y.com","password":"u",', '{"email":"a@b.com","password":"um"}', '{"email":"c@d.com"}'),
    ['a@b.com um', 'c@d.com'],
  ],
  ['a list with NUL bytes', 'a@b.com:u\0m\nc@d.com:dois\0\0\0\n', ['a@b.com um', 'c@d.com dois']],
  [
    'a list below NUL bytes',
    `${'\0'.repeat(512)}\na@b.com:um\n${'\0'.repeat(512)}c@d.com:dois\n`,
    ['a@b.com um', 'c@d.com dois'],
  ],
  [
    'UTF-16 below UTF-8',
    Buffer.concat([Buffer.from('a@b.com:ção\n'), wide('\uFEFFc@d.com:пароль1\r\ne@f.com:ção\r\n')]),
    ['a@b.com ção', 'c@d.com пароль1', 'e@f.com ção'],
  ],
  ['UTF-16 without a mark', wide('a@b.com:ção1234\r\nc@d.com:пароль12\r\n'), ['a@b.com ção1234', 'c@d.com пароль12']],
  [
    'a log with ends of CR alone',
    [...entry('a@b.com', 'um'), '', ...entry('c@d.com', 'dois'), ''].join('\r'),
    ['a@b.com um', 'c@d.com dois'],
  ],
  [
    'ends of lines of all kinds',
    'a@b.com:um\r\nc@d.com:dois\re@f.com:tres\ng@h.com:4',
    ['a@b.com um', 'c@d.com dois', 'e@f.com tres', 'g@h.com 4'],
  ],
])('%s is read', async (_what, content, pairs) => {
  const found = await readOne(content)
  expect(found.pairs).toEqual(pairs)
  // In pieces of seven bytes it is the same.
  expect((await readOne(content, { pieceBytes: 7 })).pairs).toEqual(pairs)
})

// Rule: M-IMPORT-73
test.each([
  ['website,login,password', text(...logins(300), 'https://x.com/in:a@b.com:u:m'), ['a@b.com u:m'], 'https://x.com/in'],
  [
    'login,password,website',
    text('maria:um:https://x.com/', 'a@b.com:um:https://x.com:8080/in'),
    ['a@b.com um'],
    'https://x.com:8080/in',
  ],
  ['-,password,email', text('1:um:a@b.com', '2:dois:c@d.com'), ['a@b.com um', 'c@d.com dois'], undefined],
])('columns %s are those of a list', async (columns, content, pairs, website) => {
  const found = await readOne(content, { columns })
  expect(found.pairs).toEqual(pairs)
  expect(found.credentials[0]?.website).toBe(website)
})
