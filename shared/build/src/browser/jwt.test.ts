import { assert, jsonValue, property } from 'fast-check'
import { jwtDecode as library } from 'jwt-decode'
import { jwtDecode } from './jwt.ts'

const tokenOf = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`

test('claims are those that jwt-decode reads, whatever is in them', () => {
  assert(
    property(jsonValue(), (claims) => {
      expect(jwtDecode(tokenOf(claims))).toEqual(library(tokenOf(claims)))
    }),
  )
  expect(jwtDecode(tokenOf({ name: 'João 🦊' }))).toEqual({ name: 'João 🦊' })
})

test.each(['', 'a', 'a.b', 'a.*.c', 'a.e30', 'a..c', `a.${Buffer.from('{').toString('base64url')}.c`])(
  '"%s" is read by both or by neither',
  (token) => {
    const read = (decode: (token: string) => unknown) => {
      try {
        return decode(token)
      } catch {
        return 'thrown'
      }
    }
    expect(read(jwtDecode)).toEqual(read(library))
  },
)
