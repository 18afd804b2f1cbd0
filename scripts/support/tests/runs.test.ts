import { readFileSync } from 'node:fs'
import { documentedMinutes } from './runs.ts'

test('the minutes of a run are those of its row', () => {
  const page = '| run | here |\n| `npm test` | 7 min | 500 s |\n| `npm test -- --all` | 21 min | 1,900 s |'
  expect(documentedMinutes('npm test', page)).toBe(7)
  expect(documentedMinutes('npm test -- --all', page)).toBe(21)
  expect(documentedMinutes('npm test', '')).toBeUndefined()
})

test.each(['npm test', 'npm test -- --all'])('docs/contributing.md has a row for %s', (name) => {
  expect(readFileSync('docs/contributing.md', 'utf8')).toContain(`\n| \`${name}\` `)
})
