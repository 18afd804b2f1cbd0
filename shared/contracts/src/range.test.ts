import { inRange } from './range.ts'

test('a version inside a caret range is in range, one of the next major is not', () => {
  expect(inRange('1.4.2', '^1.2.0')).toBe(true)
  expect(inRange('2.0.0', '^1.2.0')).toBe(false)
})

// Rule: M-REMOTE-13
test.each([
  ['^18 || ^19', ['18.3.1', '19.2.0'], ['17.0.2', '20.0.0']],
  ['^19.0.0 || ^20.0.0', ['19.0.0', '20.1.0'], ['18.3.1', '21.0.0']],
  ['>=18.0.0 <20.0.0', ['18.0.0', '19.9.9'], ['17.9.9', '20.0.0']],
])('%s has these versions, and not those', (range, inside, outside) => {
  expect(inside.filter((version) => !inRange(version, range))).toEqual([])
  expect(outside.filter((version) => inRange(version, range))).toEqual([])
})

// Threat: T-PUBLISH-4
test('a range or version that cannot be read is met by nothing', () => {
  expect(inRange('1.0.0', 'soon')).toBe(false)
  expect(inRange('soon', '^1.0.0')).toBe(false)
  expect(inRange('1.0.0', `${'1.0.0 || '.repeat(22)}1.0.0`)).toBe(false)
})
