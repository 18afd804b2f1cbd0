import { parseScopes, scopeWords } from './scopes.ts'

const grantOf = (text: string) => {
  const parsed = parseScopes(text)
  return parsed.ok ? parsed.grant : parsed.reason
}

test.each([
  ['leaks:read', ['leaks:read']],
  ['emails:add leaks:read', ['leaks:read', 'emails:add']],
  ['  emails:add   emails:add ', ['emails:add']],
])('%p is a list of scopes, each once and in one order', (text, scopes) => {
  expect(grantOf(text)).toEqual({ scopes, rows: 'all' })
})

test.each([
  ['leaks:read domain:acme.com', [], ['acme.com']],
  ['domain:ACME.com leaks:read domain:acme.com', [], ['acme.com']],
  ['leaks:read address:Rui+x@acme.com address:ana@acme.com', ['ana@acme.com', 'rui+x@acme.com'], []],
  ['leaks:read address:ana@acme.com domain:rival.com', ['ana@acme.com'], ['rival.com']],
])('%p reaches the addresses and domains that it names alone', (text, addresses, domains) => {
  const grant = grantOf(text)
  expect(grant).toEqual({ scopes: ['leaks:read'], rows: { addresses, domains } })
  if (typeof grant === 'string') throw new Error(grant)
  expect(grantOf(scopeWords(grant).join(' '))).toEqual(grant)
})

test.each(['', ' ', 'leaks:write', 'leaks:read leaks:write', 'leaks', 'leaks:read,emails:add'])(
  '%p is no list of scopes',
  (text) => {
    expect(parseScopes(text).ok).toBe(false)
  },
)

const many = (count: number) => Array.from({ length: count }, (_, at) => `domain:d${at}.com`).join(' ')

// Rule: M-EMBED-25
test.each([
  ['domain:acme.com', 'no operation; name leaks:read or emails:add'],
  ['leaks:read domain:', 'domain: names no domain'],
  ['leaks:read domain:*.acme.com', 'domain:*.acme.com names no domain'],
  ['leaks:read domain:@acme.com', 'domain:@acme.com names no domain'],
  ['leaks:read domain:acme.com.', 'domain:acme.com. names no domain'],
  ['leaks:read domain:a@acme.com', 'domain:a@acme.com names no domain'],
  ['leaks:read domain:acme.com,rival.com', 'domain:acme.com,rival.com names no domain'],
  ['leaks:read domain:acme.com\tdomain:rival.com', 'domain:acme.com?domain:rival.com names no domain'],
  ['leaks:read address:', 'address: names no e-mail address'],
  ['leaks:read address:ana@', 'address:ana@ names no e-mail address'],
  ['leaks:read address:"ana"@acme.com', 'address:?ana?@acme.com names no e-mail address'],
  ['leaks:read address:%@acme.com', 'address:%@acme.com names no e-mail address'],
  [`leaks:read address:${'a'.repeat(250)}@acme.com`, `address:${'a'.repeat(72)} names no e-mail address`],
  ['leaks:read Domain:acme.com', 'Domain:acme.com is no scope; there are leaks:read'],
  ['leaks:read label:vip', 'label:vip is no scope; there are leaks:read'],
  ['leaks:read acme.com', 'acme.com is no scope; there are leaks:read'],
  [`leaks:read ${many(101)}`, 'more than 100 addresses and domains'],
  [`leaks:read ${' '.repeat(4000)}`, 'more than 4000 characters'],
])('%p is refused as a whole, and it says why', (text, reason) => {
  expect(parseScopes(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
})

test('a hundred addresses and domains are taken', () => {
  expect(parseScopes(`leaks:read ${many(100)}`).ok).toBe(true)
})
