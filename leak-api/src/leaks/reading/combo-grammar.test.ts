import { createHash } from 'node:crypto'
import { assert, constantFrom, option, property, record, string } from 'fast-check'
import { createComboParser, detectCombo, parseCombo, type Separator } from './parse-combo.ts'

const read = (line: string, separator: Separator = ':') => {
  const row = parseCombo(line, { separator, hostLast: false })
  if (row.kind !== 'credential') return [row.kind]
  const { address, secret, website } = row.credential
  return [address, secret === undefined ? '' : secret.kind === 'plain' ? secret.value : secret, website ?? '']
}
const digest = (kind: string, text: string) => createHash(kind).update(text).digest('hex')

// Rule: M-IMPORT-1
test.each([
  ['https://l.example/ls/?w=urn:fed:Online:a@b.example:pw', 'https://l.example/ls/?w=urn:fed:Online'],
  ['https://l.example/oauth:callback:a@b.example:pw', 'https://l.example/oauth:callback'],
  ['https://l.example/in?next=https://y:8443/z:a@b.example:pw', 'https://l.example/in?next=https://y:8443/z'],
  ['https://l.example/#/auth?t=12:30:a@b.example:pw', 'https://l.example/#/auth?t=12:30'],
  ['l.example:8080/path?x=1:a@b.example:pw', 'l.example:8080/path?x=1'],
  ['l.example:8080:a@b.example:pw', 'l.example:8080'],
  ['l.example?x=1:a@b.example:pw', 'l.example?x=1'],
  ['192.0.2.7:2083:a@b.example:pw', '192.0.2.7:2083'],
  ['192.0.2.7:a@b.example:pw', '192.0.2.7'],
  ['localhost:a@b.example:pw', 'localhost'],
  ['localhost:3000/login:a@b.example:pw', 'localhost:3000/login'],
  ['LOCALHOST/x:y:a@b.example:pw', 'LOCALHOST/x:y'],
  ['https://localhost:a@b.example:pw', 'https://localhost'],
  ['https://intranet:a@b.example:pw', 'https://intranet'],
  ['http://[::1]:8080/a:b:a@b.example:pw', 'http://[::1]:8080/a:b'],
  ['http://[::1]:a@b.example:pw', 'http://[::1]'],
  ['[2001:db8::7]:8443/x:a@b.example:pw', '[2001:db8::7]:8443/x'],
  ['[2001:db8::7]:a@b.example:pw', '[2001:db8::7]'],
  ['https://user:key@l.example/in:a@b.example:pw', 'https://user:key@l.example/in'],
  ['https://user:key@l.example:8443/in:a@b.example:pw', 'https://user:key@l.example:8443/in'],
  ['https://user@l.example/in:a@b.example:pw', 'https://user@l.example/in'],
  ['https://user@l.example:a@b.example:pw', 'https://user@l.example'],
  ['ftp://user:key@l.example:21/:a@b.example:pw', 'ftp://user:key@l.example:21/'],
  ['android://hash==@com.app/:a@b.example:pw', 'android://hash==@com.app/'],
  ['android://ha/sh-_+==@com.app/:a@b.example:pw', 'android://ha/sh-_+==@com.app/'],
  ['android://hash@com.app:a@b.example:pw', 'android://hash@com.app'],
  ['ios://com.app.thing/:a@b.example:pw', 'ios://com.app.thing/'],
  ['com.app.thing:a@b.example:pw', 'com.app.thing'],
  ['https://l.example/reset?email=z@y.example:a@b.example:pw', 'https://l.example/reset?email=z@y.example'],
  ['https://l.example:8080/reset?email=z@y.example:a@b.example:pw', 'https://l.example:8080/reset?email=z@y.example'],
  ['https://l.example/x?to=mailto:z@y.example:a@b.example:pw', 'https://l.example/x?to=mailto:z@y.example'],
  ['l.example/reset?email=z@y.example:a@b.example:pw', 'l.example/reset?email=z@y.example'],
  ['l.example/@maria.silva:a@b.example:pw', 'l.example/@maria.silva'],
  ['a@b.example:pw:https://l.example/in?x=a:b', 'https://l.example/in?x=a:b'],
  ['a@b.example:pw:android://hash==@com.app/', 'android://hash==@com.app/'],
  ['a@b.example:pw', ''],
])('%s has the website %p', (line, website) => {
  expect(read(line)).toEqual(['a@b.example', 'pw', website])
})

// Rule: M-IMPORT-1
test.each([
  ['a@b.example:p:q@r.example:s', 'p:q@r.example:s'],
  ['a@b.example:p|q@r', 'p|q@r'],
  ['https://l.example/in:a@b.example:p:q@r.example:s', 'p:q@r.example:s'],
  ['https://l.example/in:a@b.example:https://p.example/q', 'https://p.example/q'],
  ['https://l.example/in:a@b.example:p:https://p.example/q', 'p:https://p.example/q'],
  ['l.example:a@b.example:8080/p', '8080/p'],
  ['a@b.example:https://p.example/q', 'https://p.example/q'],
  ['a@b.example::', ':'],
  ['a@b.example:"pw"', '"pw"'],
  ['a@b.example:"p', '"p'],
])('the password of %s is %s', (line, password) => {
  expect(read(line).slice(0, 2)).toEqual(['a@b.example', password])
})

// Rule: M-IMPORT-1
test.each([
  ['https://l.example/in | a@b.example | pw', '|'],
  ['https://l.example/in | a@b.example | pw', ':'],
  ['https://l.example/in a@b.example:pw', ':'],
  ['https://l.example/in a@b.example pw', ':'],
  ['https://l.example/in\ta@b.example\t\tpw', '\t'],
  ['https://l.example/in,a@b.example,pw', ':'],
  ['"https://l.example/in":"a@b.example":"pw"', ':'],
  ['"https://l.example/in":a@b.example:pw', ':'],
  ['"https://l.example/in" ; "a@b.example" ; "pw"', ';'],
  [`'https://l.example/in','a@b.example','pw'`, ':'],
  ['"a@b.example":"pw":"https://l.example/in"', ':'],
  ['"a@b.example" ; "pw" ; https://l.example/in', ':'],
  ['a@b.example : pw : https://l.example/in', ':'],
  ['"https://l.example/in:a@b.example:pw"', ':'],
] as const)('%s in a list with %p is read', (line, separator) => {
  expect(read(line, separator)).toEqual(['a@b.example', 'pw', 'https://l.example/in'])
})

// Rule: M-IMPORT-1
test.each([
  ['"a@b.example" ; "pw"', 'pw'],
  [`'a@b.example':'pw'`, 'pw'],
  ['"a@b.example":"p""w"', 'p"w'],
  ['"a@b.example":pw"', 'pw"'],
  ['a@b.example\t\tpw\t', 'pw'],
  ['  a@b.example : pw  ', 'pw'],
])('%s has the password %s, without the padding and quotes of the form', (line, password) => {
  expect(read(line)).toEqual(['a@b.example', password, ''])
})

// Rule: M-IMPORT-9
test.each([
  ['https://l.example/in:maria:a@b.example', 'skipped'],
  ['https://l.example/in:maria:pw', 'skipped'],
  ['https://l.example/in:maria:[NOT_SAVED]', 'skipped'],
  ['l.example/in:maria:p@ss', 'skipped'],
  ['words of a page, a@b.example wrote', 'rejected'],
])('%s has another login and is %s', (line, kind) => {
  expect(read(line)).toEqual([kind])
})

// Rule: M-IMPORT-70
test.each([
  ['md5', digest('md5', 'Senha-1')],
  ['md5 in capitals', digest('md5', 'Senha-1').toUpperCase()],
  ['sha1', digest('sha1', 'Senha-1')],
  ['sha256', digest('sha256', 'Senha-1')],
  ['sha512', digest('sha512', 'Senha-1')],
  ['NTLM', 'f3673f0b533949929c99825a5bae1518'],
  ['MySQL', `*${digest('sha1', 'x').toUpperCase()}`],
  ['bcrypt', `$2y$10$${'a'.repeat(53)}`],
])('a hash (%s) with its password behind it is a password in clear', (kind, hash) => {
  const third = kind === 'MySQL' ? 'Senha-1' : 'Senha-1'
  const right =
    kind === 'MySQL'
      ? `*${createHash('sha1').update(createHash('sha1').update(third).digest()).digest('hex').toUpperCase()}`
      : hash
  expect(read(`a@b.example:${right}:${third}`)).toEqual(['a@b.example', third, ''])
  expect(read(`https://l.example/:a@b.example:${right}:${third}`)).toEqual(['a@b.example', third, 'https://l.example/'])
  expect(read(`a@b.example;${right};${third}`, ';')).toEqual(['a@b.example', third, ''])
  expect(read(`a@b.example:${third}:${right}`)).toEqual(['a@b.example', third, ''])
})

// Rule: M-IMPORT-70
test.each([
  ['md5 of password and salt', digest('md5', 'Senha-1s4lt')],
  ['md5 of salt and password', digest('md5', 's4ltSenha-1')],
  ['md5 of an md5 and salt', digest('md5', `${digest('md5', 'Senha-1')}s4lt`)],
  ['sha1 of salt and password', digest('sha1', 's4ltSenha-1')],
])('a salted hash (%s) with its password is a password in clear', (_kind, hash) => {
  expect(read(`a@b.example:${hash}:s4lt:Senha-1`)).toEqual(['a@b.example', 'Senha-1', ''])
})

// Rule: M-IMPORT-47
test.each(['md5', 'sha1', 'sha256'])('a digest (%s) and another word is a hash with its salt in each form', (kind) => {
  const hash = digest(kind, 'x')
  const salted = { kind: 'hash', type: `${kind}-salted`, value: `${hash}:s4lt` }
  for (const line of [`a@b.example:${hash}:s4lt`, `a@b.example:s4lt:${hash}`, `a@b.example;${hash};s4lt`])
    expect(read(line)).toEqual(['a@b.example', salted, ''])
  expect(read(`a@b.example|${hash}|s4lt`, '|')[1]).toEqual(salted)
  expect(read(`a@b.example:s4lt$${hash}`)[1]).toEqual(salted)
})

// Rule: M-IMPORT-1
test('each line of one list has its website first, last, or not at all', () => {
  const lines = ['a@b.example:p', 'a@b.example:p:https://l.example/', 'https://l.example/:a@b.example:p']
  const form = detectCombo(lines)
  expect(form).toBeDefined()
  const parse = createComboParser(form ?? { separator: ':', hostLast: false })
  expect(lines.map((line) => parse(line))).toMatchObject([
    { credential: { secret: { value: 'p' }, website: undefined } },
    { credential: { secret: { value: 'p' }, website: 'https://l.example/' } },
    { credential: { secret: { value: 'p' }, website: 'https://l.example/' } },
  ])
})

// Rule: M-IMPORT-1
test('hosts without a scheme at the end of a list are websites; one such password is a password', () => {
  const last = detectCombo(['a@b.example:p:l.example/in', 'c@b.example:q:m.example', 'd@b.example:r:n.example:8080'])
  expect(last).toEqual({ separator: ':', hostLast: true })
  expect(last && parseCombo('e@b.example:s:o.example/x', last)).toMatchObject({
    credential: { secret: { value: 's' }, website: 'o.example/x' },
  })
  expect(detectCombo(['a@b.example:p:l.example/in', 'c@b.example:q', 'd@b.example:r'])?.hostLast).toBe(false)
})

const SEPARATORS = [':', ';', '|', '\t', ',', ' '] as const
const letters = (signs: string, minLength: number, maxLength: number) =>
  string({ unit: constantFrom(...signs), minLength, maxLength })
const host = constantFrom(
  'l.example',
  'www.l.co.uk',
  '192.0.2.7',
  'localhost',
  '[2001:db8::7]',
  'xn--bcher-kva.example',
)
const website = record({
  scheme: constantFrom('', 'https://', 'HTTP://', 'ftp://', 'android://'),
  user: constantFrom('', '', 'user@', 'user:key@'),
  host,
  port: constantFrom('', ':80', ':65535'),
  path: letters('/ab.-_~', 0, 8),
  query: option(letters('ab=&:/@.', 0, 10), { nil: undefined }),
  fragment: option(letters('ab/:=', 0, 6), { nil: undefined }),
}).map(({ scheme, user, host: name, port, path, query, fragment }) =>
  [
    scheme,
    scheme === '' ? '' : user,
    name,
    port,
    '/',
    path,
    query === undefined ? '' : `?${query}`,
    fragment === undefined ? '' : `#${fragment}`,
  ].join(''),
)
const address = constantFrom('a@b.example', "o'neil+x@b.co.uk", 'joão@b.example', '用户@b.example', '1@2.example')
/** The website at a line's end. */
const LAST_WEBSITE = /[:;|, ]\s*["']?[a-z][a-z\d+.-]*:\/\//i
const password = letters('aB1-ã"\'@.:;|,/ ', 1, 12).filter(
  (text) => text.trim() === text && !/^(['"]).*\1$/.test(text) && !LAST_WEBSITE.test(text),
)
const parts = record({
  website: option(website, { nil: undefined }),
  address,
  password,
  separator: constantFrom(...SEPARATORS),
})

// Rule: M-IMPORT-1
test('a line that is built from website, address and password gives them back', () => {
  assert(
    property(parts, ({ website: site, address: login, password: word, separator }) => {
      const line = [...(site === undefined ? [] : [site]), login, word].join(separator)
      const found = read(line, separator)
      expect(found).toEqual([login, word, site ?? ''])
    }),
  )
})

const SIMPLE = letters('aB1-ã.@!', 1, 12)

// Rule: M-IMPORT-1
test('padding, quotes, and the website at the end change nothing', () => {
  const forms = record({
    parts,
    word: SIMPLE,
    pad: constantFrom('', ' ', '  '),
    quote: constantFrom('', '"', "'"),
    isLast: constantFrom(true, false),
  })
  assert(
    property(forms, ({ parts: { website: site, address: login, separator }, word, pad, quote, isLast }) => {
      const isScheme = site !== undefined && /^[a-z][a-z\d+.-]*:\/\//i.test(site)
      const fields = [login, word]
      if (site !== undefined && isLast && isScheme) fields.push(site)
      if (site !== undefined && !isLast) fields.unshift(site)
      const line = fields.map((field) => `${quote}${field}${quote}`).join(`${pad}${separator}${pad}`)
      expect(read(line, separator)).toEqual([login, word, site !== undefined && (!isLast || isScheme) ? site : ''])
    }),
  )
})
