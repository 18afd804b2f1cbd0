import { describeDurations } from './describe-durations.ts'

test('each step has a line, and its slowest parts follow in descending order', () => {
  const parts = [
    { name: 'fast.test.ts', seconds: 0.2 },
    { name: 'slow.test.ts', seconds: 12.34 },
  ]
  const text = describeDurations([
    { name: 'unit', passed: 1084, failed: 2, seconds: 100, parts },
    { name: 'build', passed: 1, failed: 0, seconds: 25.04 },
  ])
  expect(text.split('\n')).toEqual([
    '  step      passed  failed   seconds',
    '  unit        1084       2     100.0',
    '  build          1       0      25.0',
    '',
    '  unit        12.3 s  slow.test.ts',
    '  unit         0.2 s  fast.test.ts',
  ])
})

test('of a step with many parts only the slowest are listed', () => {
  const parts = Array.from({ length: 50 }, (_, seconds) => ({ name: `file-${seconds}`, seconds }))
  const text = describeDurations([{ name: 'e2e', passed: 50, failed: 0, seconds: 60, parts }])
  expect(text).toContain('file-49')
  expect(text).not.toContain('file-10\n')
  expect(text.split('\n')).toHaveLength(11)
})
