import { createProgress, isIncomplete, progressText, resultText, sourcesText } from './import-text.ts'
import type { ImportDone, ImportProgress } from './run-import.ts'

const counts = { read: 60_000, added: 50_000, known: 9000, rejected: 1000, skipped: 0, unclosed: 0 }
const progress = (rest: Partial<ImportProgress> = {}): ImportProgress => ({
  ...counts,
  bytes: 500,
  ...rest,
})
const about = {
  files: { read: 1, facts: 0, skipped: 0, unread: 0 },
  silent: { count: 0, first: [] },
  accounts: [],
}
const done: ImportDone = { kind: 'done', ...counts, ...about, source: 'forum', seconds: 30, rejectsFile: null }

test.each([
  [29.2, '30 s'],
  [59, '59 s'],
  [59.2, '1 min 0 s'],
  [119.2, '2 min 0 s'],
  [150, '2 min 30 s'],
  [3599, '59 min 59 s'],
  [3600, '1 h 0 min'],
  [7141, '2 h 0 min'],
  [9000, '2 h 30 min'],
])('halfway after %p seconds %s are left', (seconds, left) => {
  expect(progressText(progress(), 1000, seconds)).toMatch(new RegExp(` · ${left} left$`))
})

test.each([
  ['a file of which nothing is read yet', 0, 1000, '60,000 lines · 0 % · 2,000 lines/s · 0 s left'],
  ['a file that is read almost whole', 999, 1000, '60,000 lines · 99 % · 2,000 lines/s · 1 s left'],
  ['a file that has grown since', 2000, 1000, '60,000 lines · 100 % · 2,000 lines/s · 0 s left'],
  ['an empty file', 0, 0, '60,000 lines · 100 % · 2,000 lines/s · 0 s left'],
])('progress of %s', (_what, bytes, size, text) => {
  expect(progressText(progress({ bytes }), size, 30)).toBe(text)
})

test('in no time at all the rate is a number', () => {
  expect(progressText(progress({ read: 1 }), 1000, 0)).toBe('1 lines · 50 % · 1,000 lines/s · 0 s left')
})

const record = (isTTY?: boolean) => {
  const written: string[] = []
  const screen = { ...(isTTY !== undefined && { isTTY }), write: (text: string) => written.push(text) }
  return { written, screen }
}

test('on a terminal progress is one line, which is gone at the end', () => {
  const { written, screen } = record(true)
  const shown = createProgress(screen, 1000)
  shown.clear()
  expect(written).toEqual([])
  shown.show(progress())
  expect(written.join('').split('\r\u001b[K')).toEqual(['', expect.stringMatching(/^60,000 lines · 50 % · .*left$/)])
  shown.clear()
  shown.clear()
  expect(written.slice(1)).toEqual(['\r\u001b[K'])
})

test('elsewhere progress is a line every five seconds', () => {
  const { written, screen } = record()
  const now = jest.spyOn(performance, 'now').mockReturnValue(1000)
  const shown = createProgress(screen, 1000)
  const at = (milliseconds: number) => {
    now.mockReturnValue(1000 + milliseconds)
    shown.show(progress())
    return written.length
  }
  expect([at(4999), at(5000), at(9999), at(10_000)]).toEqual([0, 1, 1, 2])
  now.mockRestore()
  expect(written[0]).toBe('60,000 lines · 50 % · 12,000 lines/s · 5 s left\n')
  shown.clear()
  expect(written).toHaveLength(2)
})

test('the result has its counts, and a line for what a file seldom has', () => {
  expect(resultText('a.txt', done)).toBe(
    [
      'Imported a.txt as source "forum" in 30.0 s (2,000 lines/s)',
      '  lines read              60,000',
      '  new                     50,000',
      '  already known            9,000',
      '  rejected                 1,000',
      '',
    ].join('\n'),
  )
  const whole = { ...done, seconds: 0, skipped: 1, unclosed: 2, rejectsFile: '/data/rejects/a.csv' }
  const lines = resultText('a.txt', whole).split('\n')
  expect(lines[0]).toBe('Imported a.txt as source "forum" in 0.0 s (60,000,000 lines/s)')
  expect(lines.slice(5)).toEqual([
    '  no address                   1',
    '2 lines open a quote and do not close it: read as they stand',
    'Rejected lines, by number and reason: /data/rejects/a.csv',
    '',
  ])
})

test('sources are a table, with a last day for those that were imported to their end', () => {
  expect(sourcesText([])).toBe('No sources yet.\n')
  const few = [
    { name: 'a', imports: 1, olderImports: 0, leaks: 1200, lastImport: '2026-11-20' },
    { name: 'b', imports: 12, olderImports: 2, leaks: 3, lastImport: null },
  ]
  expect(sourcesText(few)).toBe(
    [
      'source  imports           leaks  last import',
      'a             1           1,200  2026-11-20',
      'b            12               3  not finished',
      'b: imports by an older reader: 2. Import their files again.',
      '',
    ].join('\n'),
  )
  const [, wide] = sourcesText([{ name: 'forum-2026', imports: 1, olderImports: 0, leaks: 1, lastImport: null }]).split(
    '\n',
  )
  expect(wide).toBe('forum-2026        1               1  not finished')
})

// Rule: M-IMPORT-75
test('files that name passwords and gave none are told, and make the import incomplete', () => {
  expect(isIncomplete(done)).toBe(false)
  expect(isIncomplete({ ...done, added: 0, known: 0 })).toBe(true)
  expect(isIncomplete({ ...done, files: { ...about.files, unread: 1 } })).toBe(true)
  const silent = { ...done, silent: { count: 12, first: ['a/Passwords.txt'] } }
  expect(isIncomplete(silent)).toBe(true)
  expect(resultText('a.zip', silent)).toContain(
    '12 files name passwords, and none was read of them:\n  a/Passwords.txt\n',
  )
})
