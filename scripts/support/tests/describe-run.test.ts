import { describeProcessor, describeSteps } from './describe-run.ts'

test('each step has a line, and the slowest files of all follow in descending order', () => {
  const text = describeSteps([
    { name: 'unit', passed: 1084, failed: 2, seconds: 100, parts: [{ name: 'fast.test.ts', seconds: 0.2 }] },
    { name: 'check', passed: 8, failed: 0, seconds: 25.04, parts: [{ name: 'types', seconds: 12.34 }] },
    { name: 'build', passed: 1, failed: 0, seconds: 30 },
  ])
  expect(text.split('\n')).toEqual([
    '  step      passed  failed   seconds',
    '  unit        1084       2     100.0',
    '  check          8       0      25.0',
    '  build          1       0      30.0',
    '',
    '  check       12.3 s  types',
    '  unit         0.2 s  fast.test.ts',
  ])
})

test('of many files the ten slowest are listed', () => {
  const parts = Array.from({ length: 50 }, (_, seconds) => ({ name: `file-${seconds}`, seconds }))
  const text = describeSteps([{ name: 'e2e', passed: 50, failed: 0, seconds: 60, parts }])
  expect(text).toContain('file-40')
  expect(text).not.toContain('file-39')
})

test('the processor’s time stands beside that of everything, once that has run', () => {
  expect(describeProcessor(600, undefined)).toBe('Processor: 600 s; no run of npm test -- --all is on record here.')
  expect(describeProcessor(600, { date: '2026-11-28', seconds: 1200, processor: 2000 })).toBe(
    'Processor: 600 s; npm test -- --all of 2026-11-28: 2,000 s (30 %).',
  )
})
