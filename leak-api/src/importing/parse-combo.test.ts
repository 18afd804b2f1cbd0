import { detectSeparator, parseCombo, type Separator } from './parse-combo.ts'

const credential = (address: string, password: string) => ({ kind: 'credential', address, password })

test.each<[string, Separator, string, string]>([
  ['a@b.com:p', ':', 'a@b.com', 'p'],
  ['A@B.com:p:q', ':', 'a@b.com', 'p:q'],
  ['a@b.com:: p ', ':', 'a@b.com', ': p '],
  ['a@b.com', ';', 'a@b.com', ''],
  ['https://x.com:a@b.com:p', ':', 'a@b.com', 'p'],
  ['https://x.com:8080:a@b.com:p:q', ':', 'a@b.com', 'p:q'],
  ['https://x.com:8080/in/?q=1:a@b.com:p', ':', 'a@b.com', 'p'],
  ['https://x.com/in|a@b.com|p:q', '|', 'a@b.com', 'p:q'],
  ['android://key==@com.app/:a@b.com:p', ':', 'a@b.com', 'p'],
  ['x.com/in:a@b.com:p', ':', 'a@b.com', 'p'],
  ['https://x.com/:a@b.com', ':', 'a@b.com', ''],
])('%s separated by %p gives %s and its password', (line, separator, address, password) => {
  expect(parseCombo(line, separator)).toEqual(credential(address, password))
})

test.each(['maria:a@b.com', 'https://x.com/:maria:a@b.com', 'a@b:p', '@b.com:p', `${'a'.repeat(250)}@b.com:p`])(
  '%s has no address as login and is rejected',
  (line) => {
    expect(parseCombo(line, ':').kind).toBe('rejected')
  },
)

test.each(['x.:a@b.com:p', '.x:a@b.com:p', 'x.com in:a@b.com:p', 'x:a@b.com:p'])('%s begins with no host', (line) => {
  expect(parseCombo(line, ':').kind).toBe('rejected')
})

// Threat: T-IMPORT-2
test('a megabyte of dots before a separator is looked through once', () => {
  const line = `${'a.'.repeat(500_000)}@:a@b.com:p`
  expect(parseCombo(line, ':').kind).toBe('rejected')
  expect(detectSeparator([line, 'a@b.com:p'])).toBe(':')
})
