import { inRange } from './range.ts'

test('a version inside a caret range is in range, one of the next major is not', () => {
  expect(inRange('1.4.2', '^1.2.0')).toBe(true)
  expect(inRange('2.0.0', '^1.2.0')).toBe(false)
})

// Threat: T-PUBLISH-4
test('a range or version that cannot be read is met by nothing', () => {
  expect(inRange('1.0.0', 'soon')).toBe(false)
  expect(inRange('soon', '^1.0.0')).toBe(false)
  expect(inRange('1.0.0', `${'1.0.0 || '.repeat(22)}1.0.0`)).toBe(false)
})
