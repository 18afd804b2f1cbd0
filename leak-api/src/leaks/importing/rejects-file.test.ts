import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maskLine } from '../reading/mask.ts'
import { createRejectsFile, faultRow, rejectRow } from './rejects-file.ts'

const at = new Date('2026-11-21T15:00:07.250Z')
const newFolder = () => mkdtempSync(join(tmpdir(), 'leak-api-'))

// Rule: M-IMPORT-3
test.each([
  ['maria:segredo', '***:***'],
  ['maria;segredo:x', '***;***'],
  ['maria|segredo', '***|***'],
  ['maria\tsegredo', '***\t***'],
  ['"maria","segredo"', '***,***'],
  ['maria segredo-[x]', '***'],
])('of the rejected line %p nothing is kept but its first separator', (content, masked) => {
  const reason = 'login is not an e-mail address'
  expect(rejectRow({ place: '7', reason, masked: maskLine(content) })).toBe(`7,${reason},"${masked}"\n`)
})

// Threat: T-EXPORT-1
test('a name of a file that a spreadsheet would take for a formula is a text in it', () => {
  expect(faultRow({ place: '=HYPERLINK("x")/a.zip', reason: 'is broken, or no archive' })).toBe(
    `"'=HYPERLINK(""x"")/a.zip","is broken, or no archive",\n`,
  )
  expect(rejectRow({ place: '＝x/a.txt:1', reason: 'no, none', masked: '***' })).toBe(`'＝x/a.txt:1,"no, none","***"\n`)
})

test('nothing is made for a file without rejected lines', async () => {
  const folder = newFolder()
  const rejects = createRejectsFile(folder, 'a.txt', at)
  rejects.add('')
  await rejects.drain()
  expect(await rejects.close()).toBeUndefined()
  expect(existsSync(join(folder, 'rejects'))).toBe(false)
})

test('the rows stand below one header in a file that its owner alone reads, named after time and file', async () => {
  const folder = newFolder()
  const rejects = createRejectsFile(folder, '/leaks/../my leaks 2026.txt', at)
  rejects.add('1,x,"***"\n')
  await rejects.drain()
  rejects.add('2,x,"***"\n3,x,"***"\n')
  const path = await rejects.close()
  expect(path).toBe(join(folder, 'rejects', '20261121T150007Z-my_leaks_2026.txt.rejects.csv'))
  expect(await rejects.close()).toBe(path)
  expect(readFileSync(path ?? '', 'utf8')).toBe('line,reason,content\n1,x,"***"\n2,x,"***"\n3,x,"***"\n')
  expect(statSync(path ?? '').mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'rejects')).mode & 0o777).toBe(0o700)
})

test('of a long name a hundred characters are taken', async () => {
  const rejects = createRejectsFile(newFolder(), `${'n'.repeat(150)}.txt`, at)
  rejects.add('1,x,"***"\n')
  expect(await rejects.close()).toMatch(/\/20261121T150007Z-n{100}\.rejects\.csv$/)
})

test('rows that cannot be written end the import when it waits for them', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'rejects', '20261121T150007Z-a.txt.rejects.csv'), { recursive: true })
  const rejects = createRejectsFile(folder, 'a.txt', at)
  // More than the stream takes at once.
  rejects.add('x'.repeat(1024 * 1024))
  await expect(rejects.drain()).rejects.toThrow('EISDIR')
  await expect(rejects.drain()).rejects.toThrow('EISDIR')
})
