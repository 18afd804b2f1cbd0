import { readFileSync } from 'node:fs'
import {
  CONTACT_KINDS,
  SENSITIVE_KINDS,
  SEVERITY_AGE_DAYS,
  SEVERITY_GROUPS,
  SEVERITY_THRESHOLDS,
  SLOW_HASHES,
} from '@atalaia/contracts/severity'
import { greatestSeverity, severityOf, type Evidence } from './severity.ts'

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
  ['a leak of which nobody has told a day', { lastSeen: null }, 0, 'baixa'],
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

const page = readFileSync(new URL('../../../../docs/product.md', import.meta.url), 'utf8')

// Rule: P-SEVERITY-2
test('the published table has the groups, reasons and points of the contract', () => {
  const published = [...page.matchAll(/^\| (\w+) +\| `([a-z\d-]+)` +\| (\d+) +\|/gm)].map(
    ([, group, reason, points]) => [group, reason, Number(points)],
  )
  expect(published).toEqual(
    SEVERITY_GROUPS.flatMap(({ group, reasons }) => reasons.map(({ motivo, pontos }) => [group, motivo, pontos])),
  )
})

const WORDS: Readonly<Record<string, string>> = {
  cpf: 'CPF',
  cookies: 'session cookies',
  'birth-date': 'date of birth',
  'postal-address': 'postal address',
  phone: 'telephone',
  'ip-address': 'IP address',
  pbkdf2: 'PBKDF2',
  'sha256-crypt': 'SHA-256-crypt',
  'sha512-crypt': 'SHA-512-crypt',
}
const listed = (codes: readonly string[]) => {
  const words = codes.map((code) => WORDS[code] ?? code)
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

// Rule: P-SEVERITY-2
test.each([
  ['hash-lento', listed(SLOW_HASHES)],
  ['dados-sensiveis', listed(SENSITIVE_KINDS)],
  ['dados-de-contato', listed(CONTACT_KINDS)],
  ['ate-90-dias', `${SEVERITY_AGE_DAYS['ate-90-dias']} days`],
  ['ate-um-ano', `${SEVERITY_AGE_DAYS['ate-um-ano']} days`],
])('the published condition of %s is that of the contract: %s', (reason, condition) => {
  expect(page.split('\n').find((line) => line.includes(`| \`${reason}\``))).toContain(condition)
})

// Rule: P-SEVERITY-3
test('the published levels have the points of the contract', () => {
  const rule = page.split('\n').find((line) => line.includes('**P-SEVERITY-3**')) ?? ''
  const points = [...rule.replace('P-SEVERITY-3', '').matchAll(/\d+/g)].map(([number]) => Number(number))
  const [critical, high, medium] = SEVERITY_THRESHOLDS.map(({ from }) => from)
  expect(points).toEqual([(medium ?? 0) - 1, medium, (high ?? 0) - 1, high, (critical ?? 0) - 1, critical])
})

// Rule: P-SEVERITY-4
test('an address is as severe as its most severe finding, and without one it has none', () => {
  const [low, high] = [told({ kinds: ['phone'] }), told({ secrets: ['plain'] })]
  expect(greatestSeverity([low, high, low])).toBe(high)
  expect(greatestSeverity([told({})]).nivel).toBe('baixa')
  expect(greatestSeverity([])).toEqual({ nivel: 'nenhuma', pontos: 0, motivos: [] })
})
