import { stepOf } from './authenticator-app.ts'

const SECRET = Buffer.from('12345678901234567890')
const CODE = '081804'
const STEP = 37_037_036

// Rule: P-FACTOR-3
test.each([
  [1_111_111_049, undefined],
  [1_111_111_050, STEP],
  [1_111_111_109, STEP],
  [1_111_111_139, STEP],
  [1_111_111_140, undefined],
])('a code is taken in its 30 s and those before and after: at second %d as of step %p', (second, step) => {
  expect(stepOf(SECRET, CODE, new Date(second * 1000))).toBe(step)
})
