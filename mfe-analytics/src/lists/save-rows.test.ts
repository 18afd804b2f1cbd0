import { fileName } from './save-rows.ts'

// Rule: P-LIST-17
test.each([
  ['Litoral Logística S/A', 'casos-2026-11-27-litoral-logistica-s-a'],
  ['../..\\CON:', 'casos-2026-11-27-con'],
  ['', 'casos-2026-11-27'],
  [undefined, 'casos-2026-11-27'],
])('a file of the organisation %p is named %s', (organisation, name) => {
  expect(fileName('casos', new Date('2026-11-28T01:00:00Z'), organisation)).toBe(name)
})
