import { rightsOf } from './token-rights.ts'

const token = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`

// Rule: M-EMBED-35
test.each([
  ['leaks:read', { canAdd: false, isLimited: false }],
  ['leaks:read emails:add', { canAdd: true, isLimited: false }],
  ['leaks:read emails:add domain:a.example', { canAdd: true, isLimited: true }],
  ['leaks:read address:emails:add@a.example', { canAdd: false, isLimited: true }],
  ['', { canAdd: false, isLimited: false }],
])('the scope "%s" has these rights: %j', (scope, rights) => {
  expect(rightsOf(token({ scope }))).toEqual({ ...rights, views: [] })
})

test.each([[undefined], ['opaque'], [token({})], [token({ scope: 7 })], [token(null)]])(
  'a token that does not say its scope may have all of the dashboard, and no other view: %s',
  (given) => {
    expect(rightsOf(given)).toEqual({ canAdd: true, isLimited: false, views: [] })
  },
)

// Rule: M-EMBED-43
test('the views of a token are those whose scopes it names', () => {
  expect(rightsOf(token({ scope: 'cases:read leaks:read address:cases:change@a.example' })).views).toEqual([
    'cases:read',
  ])
})
