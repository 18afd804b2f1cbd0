import type { AuditRow } from '@atalaia/contracts/audit'
import type { FakeApi, Reply } from '@atalaia/testing'
import { screen, within } from '@testing-library/react'
import { openAuth } from '../testing/open-auth.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const rowOf = (numero: number, row: Partial<AuditRow>): AuditRow => ({
  numero,
  em: '2026-11-23T12:41:07.000Z',
  acao: 'member.role-changed',
  ator: { tipo: 'account', id: 'a1', nome: 'ana@acme.com', rede: '203.0.113.0/24' },
  resumo: '00',
  ...row,
})
const page = (linhas: readonly AuditRow[], proxima: string | null = null): Reply => {
  return { kind: 'body', body: { linhas, proxima } }
}
const members = {
  kind: 'body',
  body: {
    id: '1',
    nome: 'Acme',
    papel: 'auditor',
    membros: [{ id: 'a1', email: 'ana@acme.com', papel: 'owner', desde: '2026-11-01T00:00:00Z', voce: false }],
    convites: [],
  },
} as const
const logOf = (...pages: Reply[]): FakeApi => {
  return ({ path }) => (path === '/organizacao' ? members : (pages.shift() ?? new Promise<never>(() => {})))
}
const button = (name: string) => screen.getByRole('button', { name })
const logCalls = ({ calls }: { readonly calls: readonly { readonly path: string }[] }) =>
  calls.map(({ path }) => path).filter((path) => path !== '/organizacao')

// Rule: P-AUDIT-2
test('rows say who did what to whom, before and after, and older ones come behind a button', async () => {
  const rows = [
    rowOf(3, {
      alvo: { tipo: 'account', id: 'b2', nome: 'bia@acme.com' },
      antes: { role: 'reader' },
      depois: { role: 'auditor' },
    }),
    rowOf(2, { acao: 'session.refused', ator: { tipo: 'unknown' }, depois: { reason: 'password' } }),
  ]
  const older = rowOf(1, { acao: 'later.version', ator: { tipo: 'account', id: 'c3' } })
  const opened = await openAuth('/audit', { api: logOf(page(rows, '2'), page([older])) })
  const [, first, second] = within(await screen.findByRole('table')).getAllByRole('row')
  expect(first).toHaveTextContent(
    /23\/11\/2026 09:41:07Papel alteradopapel: Leitor → Auditorana@acme\.combia@acme\.com203\.0\.113\.0\/243/,
  )
  expect(second).toHaveTextContent('motivo: senha erradaAlguém sem se identificar')
  await opened.user.click(button('Mostrar mais antigas'))
  expect(await screen.findByRole('row', { name: /later\.version Conta excluída/ })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('3 linhas, todas')
  expect(logCalls(opened)).toEqual(['/organizacao/auditoria', '/organizacao/auditoria?antes_de=2'])
})

// Rule: P-AUDIT-2
test('a filter that leaves nothing can be cleared, and a page that failed is asked for again', async () => {
  const failed = {
    kind: 'status',
    status: 403,
    body: { message: 'O seu papel na organização não permite isto.' },
  } as const
  const opened = await openAuth('/audit', { api: logOf(failed, page([]), page([]), page([rowOf(1, {})])) })
  expect(await screen.findByText(failed.body.message)).toBeVisible()
  await opened.user.click(button('Tentar de novo'))
  expect(await screen.findByText('Nada foi feito que passe por estes filtros')).toBeVisible()
  await opened.user.selectOptions(screen.getByLabelText('Quem'), 'ana@acme.com')
  await opened.user.click(await screen.findByRole('button', { name: 'Limpar filtros' }))
  expect(await screen.findByRole('table')).toBeVisible()
  expect(logCalls(opened).map((path) => path.split('?')[1] ?? '')).toEqual(['', '', 'ator=a1', ''])
})

// Rule: P-AUDIT-2
test('facts are told in words: days as people read them, digests by their beginning, and no raw keys', async () => {
  const digest = '03bcbd4f'.padEnd(64, '0')
  const row = rowOf(1, {
    acao: 'report.made',
    depois: { occasion: 'mensal', to: '2026-10-31', digest, count: '1', import: '77', step: 'trocar-senha' },
  })
  await openAuth('/audit', { api: logOf(page([row])) })
  expect(await screen.findByRole('row', { name: /relatório mensal/ })).toHaveTextContent(
    /ocasião: relatório mensal, até: 31\/10\/2026, código de conferência: 03bcbd4f, quantidade: 1, passo:/,
  )
  expect(screen.getByRole('table')).not.toHaveTextContent(/import|0000/)
})
