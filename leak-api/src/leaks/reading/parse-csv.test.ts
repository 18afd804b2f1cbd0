import { createCsvParser, readHeader } from './parse-csv.ts'

// Rule: M-IMPORT-1
test.each([
  ['email', 'e-mail', 'mail', 'E-Mail', ' email '],
  [
    'emailaddress',
    'email address',
    'email_address',
    'email-address',
    'e-mail address',
    'e-mail_address',
    'E-mail-Address',
  ],
  ['endereço', 'endereco'],
  ['login', 'user', 'username', 'user name', 'user_name', 'user-name', 'usuario', 'usuário', 'account'],
])('%s and its like are columns of logins', (...names) => {
  for (const name of names) expect([name, readHeader(`id,${name},x`)?.layout.logins]).toEqual([name, [1]])
})

test.each([
  ['password', 'pass', 'passwd', 'pwd', 'senha', 'plaintext', 'Senha'],
  ['passwordplain', 'password plain', 'password_plain', 'password-plain'],
])('%s and its like are columns of passwords', (...names) => {
  for (const name of names) expect([name, readHeader(`email,x,${name}`)?.layout.passwords]).toEqual([name, [2]])
})

test.each(['my email', 'xlogin', 'logins', 'id', 'mail box', 'a@b.com', ''])('%p is no column of logins', (name) => {
  expect(readHeader(`${name},password`)).toBeUndefined()
})

test.each(['my password', 'hash', 'password2'])('%p is no column of passwords', (name) => {
  expect(readHeader(`email,${name}`)?.layout.passwords).toEqual([])
})

test('a column of addresses goes before one of user names', () => {
  expect(readHeader('login,user,e-mail')).toMatchObject({ layout: { logins: [2, 0, 1] } })
  expect(readHeader('id,login')).toMatchObject({ layout: { logins: [1] } })
})

test.each([',', ';', '\t', '|'])('a header may be separated by %p', (separator) => {
  expect(readHeader(['id', '"email"', 'senha'].join(separator))).toMatchObject({
    separator,
    layout: { logins: [1], passwords: [2] },
  })
})

const row = (address: string, password: string, unclosed = false) => ({
  kind: 'credential',
  credential: { address, secret: password === '' ? undefined : { kind: 'plain', value: password }, kinds: [] },
  unclosed,
})

const parserOf = (header: string) => {
  const form = readHeader(header)
  if (form === undefined) throw new Error('no header')
  return createCsvParser(form)
}

test('the first line that is not blank is the header, and each further one a row', () => {
  const parse = parserOf('id,email,senha')
  const rows = ['', 'id,email,senha', '1,a@b.com,um', ' ', '2,"C@D.com","do,is"', '3,e@f.com,"um', '4,g@h.com', '5']
  expect(rows.map((line) => parse(line))).toEqual([
    undefined,
    undefined,
    row('a@b.com', 'um'),
    undefined,
    row('c@d.com', 'do,is'),
    row('e@f.com', '"um', true),
    row('g@h.com', ''),
    { kind: 'rejected', reason: 'row has no such column', unclosed: false },
  ])
})

// Rule: M-IMPORT-2
test('without a column of passwords no row has one', () => {
  const parse = parserOf('email;undefined')
  parse('email;undefined')
  expect(parse('a@b.com;um')).toEqual(row('a@b.com', ''))
})
