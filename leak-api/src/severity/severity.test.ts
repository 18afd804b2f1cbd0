import { readFileSync } from 'node:fs'
import { greatestSeverity, SEVERITY_POINTS, severityOf, type Evidence } from './severity.ts'

const TODAY = '2026-11-21'
const nothing: Evidence = { kind: null, lastSeen: '2020-01-01', secrets: [], kinds: [], machines: 0, repeated: false }
const told = (evidence: Partial<Evidence>) => severityOf({ ...nothing, ...evidence }, TODAY)

// Rule: P-SEVERITY-2, P-SEVERITY-3
test.each<[string, Partial<Evidence>, number, string]>([
  ['an address alone, years ago', {}, 0, 'baixa'],
  ['a slow hash', { secrets: ['bcrypt'] }, 10, 'baixa'],
  ['a fast hash', { secrets: ['bcrypt', 'md5'] }, 25, 'media'],
  ['a hash of no known kind counts as fast', { secrets: ['unknown'] }, 25, 'media'],
  ['a password in clear, whatever hashes are beside it', { secrets: ['md5', 'plain'] }, 40, 'media'],
  ['a combo list with passwords', { kind: 'combo list', secrets: ['plain'] }, 50, 'alta'],
  ['a stealer log', { kind: 'stealer log', secrets: ['plain'] }, 70, 'alta'],
  ['a source that names robbed machines', { machines: 2 }, 30, 'media'],
  ['a password that leaked elsewhere', { secrets: ['plain'], repeated: true }, 55, 'alta'],
  ['sensitive data, and contacts beside them', { kinds: ['cpf', 'phone'] }, 10, 'baixa'],
  ['contacts alone', { kinds: ['phone'] }, 5, 'baixa'],
  ['90 days ago', { lastSeen: '2026-08-23' }, 20, 'baixa'],
  ['91 days ago', { lastSeen: '2026-08-22' }, 10, 'baixa'],
  ['a year ago', { lastSeen: '2025-11-21' }, 10, 'baixa'],
  ['more than a year ago', { lastSeen: '2025-11-20' }, 0, 'baixa'],
  [
    'all at once',
    {
      kind: 'stealer log',
      secrets: ['plain'],
      repeated: true,
      kinds: ['cookies'],
      lastSeen: TODAY,
    },
    115,
    'critica',
  ],
  ['just critical', { kind: 'combo list', secrets: ['plain'], repeated: true, lastSeen: '2026-01-01' }, 75, 'critica'],
])('%s', (_, evidence, points, level) => {
  const { nivel, pontos, motivos } = told(evidence)
  expect({ nivel, pontos }).toEqual({ nivel: level, pontos: points })
  expect(motivos.reduce((sum, reason) => sum + reason.pontos, 0)).toBe(points)
})

// Rule: P-SEVERITY-2
test('the published table has the points of the code', () => {
  const page = readFileSync(new URL('../../../docs/product.md', import.meta.url), 'utf8')
  const published = [...page.matchAll(/^\| \w+ +\| `([a-z\d-]+)` +\| (\d+) +\|/gm)].map(([, code, points]) => [
    code,
    Number(points),
  ])
  expect(Object.fromEntries(published)).toEqual(SEVERITY_POINTS)
})

// Rule: P-SEVERITY-4
test('an address is as severe as its most severe finding, and without one it has none', () => {
  const [low, high] = [told({ kinds: ['phone'] }), told({ secrets: ['plain'] })]
  expect(greatestSeverity([low, high, low])).toBe(high)
  expect(greatestSeverity([told({})]).nivel).toBe('baixa')
  expect(greatestSeverity([])).toEqual({ nivel: 'nenhuma', pontos: 0, motivos: [] })
})
