import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/asvs.md'), 'utf8')
const rows = text
  .split(/^(?:- |#)/m)
  .map((entry) => /^\*\*([678]\.\d+\.\d+)\*\* ([^:]+): (.*)\. Evidence: (.*)$/.exec(entry.replaceAll(/\s+/g, ' ')))
  .flatMap((found) => (found === null ? [] : [found]))
  .map(([, id = '', state, asked, where]) => ({ id, state, asked, where }))

const WANTED: Readonly<Record<string, number>> = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
}

test('each requirement of ASVS 5.0 level 2 on accounts has an entry with its state and its test', () => {
  const ids = Object.entries(WANTED).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  )
  expect(rows.map(({ id }) => id)).toEqual(ids)
  for (const { asked, state, where } of rows) {
    expect(asked).not.toBe('')
    expect(state).toMatch(/^(met|partly|not met|not applicable)$/)
    expect(where).not.toBe('')
  }
})

test('the files that the table names are there', () => {
  const named = [...text.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
