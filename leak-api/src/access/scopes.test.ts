import { parseScopes } from './scopes.ts'

test.each([
  ['leaks:read', ['leaks:read']],
  ['emails:add leaks:read', ['leaks:read', 'emails:add']],
  ['  emails:add   emails:add ', ['emails:add']],
])('%p is a list of scopes, each once and in one order', (text, scopes) => {
  expect(parseScopes(text)).toEqual(scopes)
})

test.each(['', ' ', 'leaks:write', 'leaks:read leaks:write', 'leaks', 'leaks:read,emails:add'])(
  '%p is no list of scopes',
  (text) => {
    expect(parseScopes(text)).toBeUndefined()
  },
)
