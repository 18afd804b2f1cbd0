import { createComboParser, detectCombo, parseCombo, type Separator } from './parse-combo.ts'

const form = (separator: Separator) => ({ separator, hostLast: false })
const secret = (value: string) => (value === '' ? undefined : { kind: 'plain', value })
const credential = (address: string, password: string, website?: string) => ({
  kind: 'credential',
  credential: { address, secret: secret(password), website, kinds: [] },
})

test.each<[string, Separator, string, string]>([
  ['a@b.com:p', ':', 'a@b.com', 'p'],
  ['A@B.com:p:q', ':', 'a@b.com', 'p:q'],
  ['a@b.com:: p ', ':', 'a@b.com', ': p'],
  ['a@b.com', ';', 'a@b.com', ''],
  ['https://x.com:a@b.com:p', ':', 'a@b.com', 'p'],
  ['https://x.com:8080:a@b.com:p:q', ':', 'a@b.com', 'p:q'],
  ['https://x.com:8080/in/?q=1:a@b.com:p', ':', 'a@b.com', 'p'],
  ['https://x.com/in|a@b.com|p:q', '|', 'a@b.com', 'p:q'],
  ['android://key==@com.app/:a@b.com:p', ':', 'a@b.com', 'p'],
  ['x.com/in:a@b.com:p', ':', 'a@b.com', 'p'],
  ['https://x.com/:a@b.com', ':', 'a@b.com', ''],
  ['https://x.com:8080/:a@b.com:p', ':', 'a@b.com', 'p'],
  ['https://x.com:80:a@b.com:p/q', ':', 'a@b.com', 'p/q'],
  ['https://x.com;a@b.com;p;q', ';', 'a@b.com', 'p;q'],
  ['https://x.com:8080;a@b.com;p', ';', 'a@b.com', 'p'],
  ['HTTPS://x.com/:a@b.com:p', ':', 'a@b.com', 'p'],
  ['git+ssh-1.x://x.com/:a@b.com:p', ':', 'a@b.com', 'p'],
  ['x.com:a@b.com:p', ':', 'a@b.com', 'p'],
  ['a.x.com|a@b.com|p', '|', 'a@b.com', 'p'],
  ['x.com/a@b c:a@b.com:p', ':', 'a@b.com', 'p'],
  ['a@b.com ;p', ';', 'a@b.com', 'p'],
])('%s separated by %p gives %s and its password', (line, separator, address, password) => {
  expect(parseCombo(line, form(separator))).toMatchObject({
    kind: 'credential',
    credential: { address, secret: secret(password) },
  })
})

test.each([
  'maria:a@b.com',
  'https://x.com/:maria:a@b.com',
  'https://x.com:8080',
  'https://x.com',
  'https://x.com:808080:a@b.com',
  'https://x.com:80a:a@b.com',
  'x.com',
  'x.com:maria:a@b.com',
  'a@b:p',
  '@b.com:p',
  `${'a'.repeat(250)}@b.com:p`,
])('%s has no address as login and is none', (line) => {
  expect(parseCombo(line, form(':')).kind).not.toBe('credential')
})

test.each([
  'x.:a@b.com:p',
  '.x:a@b.com:p',
  'x.com in:a@b.com:p',
  'x.com@y:a@b.com:p',
  'x:a@b.com:p',
  ':a@b.com:p',
  '1http://x.com:a@b.com:p',
])('%s begins with no host', (line) => {
  expect(parseCombo(line, form(':')).kind).not.toBe('credential')
})

// Threat: T-IMPORT-2
test('a megabyte of dots before a separator is looked through once', () => {
  const line = `${'a.'.repeat(500_000)}@:a@b.com:p`
  expect(parseCombo(line, form(':')).kind).not.toBe('credential')
  expect(detectCombo([line, 'a@b.com:p'])?.separator).toBe(':')
})

test.each<[readonly string[], Separator | undefined]>([
  [[], undefined],
  [['lorem', 'ipsum:dolor'], undefined],
  [['a@b.com'], ':'],
  [['a@b.com:p'], ':'],
  [['a@b.com;p'], ';'],
  [['a@b.com|p'], '|'],
  [['a@b.com\tp'], '\t'],
  [['a@b.com:p', 'c@d.com;p', 'e@f.com;p'], ';'],
  [['a@b.com', 'c@d.com', 'e@f.com|p'], '|'],
  // A tab after an address ends it, whatever the separator: that it splits the line tells.
  [['a@b.com\t', 'c@d.com\t'], '\t'],
])('the lines %p are separated by %p', (lines, separator) => {
  expect(detectCombo(lines)?.separator).toBe(separator)
})

// Rule: M-IMPORT-3
test('a parser of lines skips blank ones, and rejects those that are too long', () => {
  const parse = createComboParser(form(';'))
  expect(parse('a@b.com;p')).toEqual(credential('a@b.com', 'p'))
  expect(parse(' \t')).toBeUndefined()
  expect(parse(`a@b.com;${'x'.repeat(5000)}`)).toEqual({ kind: 'rejected', reason: 'line is longer than 4096 bytes' })
})
