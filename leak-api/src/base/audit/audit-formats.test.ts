import type { AuditRow } from '@atalaia/contracts/audit'
import { auditLines } from './audit-formats.ts'

const row: AuditRow = {
  numero: 7,
  em: '2026-11-21T15:00:00Z',
  acao: 'member.invited',
  ator: { tipo: 'account', id: '1', nome: '＝cmd@acme.com' },
  alvo: { tipo: 'account', id: '2', nome: '\n=1+1' },
  resumo: 'ab',
}

// Rule: P-AUDIT-2
// Threat: T-EXPORT-1
test('in the CSV file of the audit log a number is a number, and no name a formula', () => {
  const line = auditLines([row], 'csv')
  expect(line).toMatch(/^7;/)
  expect(line).toContain(`;account;1;'＝cmd@acme.com;;account;2;"'\n=1+1";`)
})
