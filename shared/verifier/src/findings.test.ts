import { verdictSchema, VERDICT_LIMITS } from '@atalaia/artifact'
import { addressOf } from './addresses.ts'
import { createFindings } from './findings.ts'

// Rule: M-VERIFY-6
// Threat: T-VERIFY-5
test('findings without end fit into a verdict, say how many are left out, and stay on one line', () => {
  const findings = createFindings()
  for (let at = 0; at < 500; at += 1)
    findings.failed('console-error', `route-${at % 200}`, `line ${at}\u001B[2J\nnext\u202E ${'x'.repeat(1000)}`)
  const all = findings.all()
  expect(all).toHaveLength(VERDICT_LIMITS.findings)
  expect(all.at(-1)).toMatchObject({ code: 'more', message: '461 more findings are left out' })
  expect(all[0]?.message).toMatch(/^line 0 \[2J next +x{300,}…$/)
  expect(verdictSchema.shape.findings.safeParse(all).success).toBe(true)
})

// Rule: M-VERIFY-1
test('a fault among too many pieces of advice still fails the version', () => {
  const findings = createFindings()
  for (let at = 0; at < 100; at += 1) findings.advice('no-answer', `route-${at}`, 'no answer')
  findings.failed('empty', 'late', 'it renders nothing')
  expect(findings.all().filter(({ level }) => level === 'failed')).toHaveLength(1)
})

const route = (path: string) => ({ id: 'item', path, access: 'session' as const, title: 'Item' })

test('an address fits its pattern, and is the example where there is one', () => {
  expect(addressOf(route('/app/items/:id/*'))).toBe('/app/items/1/1')
  expect(addressOf(route('/app/items/:id'), { item: '/app/items/7' })).toBe('/app/items/7')
  expect(addressOf(route('/'))).toBe('/')
})
