import { inTurn, type FakeApi, type Reply } from '@atalaia/testing'
import { screen, within } from '@testing-library/react'
import { openAuth } from './testing/open-auth.tsx'

const [LATE, LATE_DAY] = ['2026-11-25T02:30:00Z', '24/11/2026']
const body = (value: unknown): Reply => ({ kind: 'body', body: value })

const open = (address: string, answers: Readonly<Record<string, unknown>>) => {
  const api: FakeApi = (call) => (call.path in answers ? body(answers[call.path]) : inTurn({ kind: 'network' })(call))
  return openAuth(address, { api })
}
const card = async (name: string) => within(await screen.findByRole('region', { name }))

const ORGANISATION = {
  '/organizacao': {
    id: '1',
    nome: 'Acme',
    papel: 'owner',
    membros: [{ id: '1', email: 'ana@acme.com', nome: 'Ana Dias', papel: 'owner', desde: LATE, voce: true }],
    convites: [{ id: '2', email: 'bia@acme.com', papel: 'reader', enviado_em: LATE, expira_em: LATE }],
    exclui_em: LATE,
  },
}

// Rule: P-NUM-3, P-MEMBER-1, P-ACCOUNT-8
test('late in the evening the people of the organisation and its deletion still have the São Paulo day', async () => {
  await open('/organisation?parte=pessoas', ORGANISATION)
  const people = await card('Pessoas')
  expect(people.getByRole('cell', { name: LATE_DAY })).toBeVisible()
  expect(people.getByRole('cell', { name: /^Ana Dias.*você.*ana@acme\.com/ })).toBeVisible()
  expect((await card('Convites')).getByRole('listitem')).toHaveTextContent(`até ${LATE_DAY}`)
  expect(screen.getByText(new RegExp(`será excluída em ${LATE_DAY}`))).toBeVisible()
})

// Rule: P-NUM-3
test('and so have the identities of the account and its deletion', async () => {
  await open('/account?parte=seguranca', {
    '/conta': { email: 'ana@acme.com', caixa_confirmada: true, exclui_em: LATE },
    '/conta/identidades': {
      identidades: [{ id: '1', provedor: 'Acme', email: 'ana@acme.com', ligada_em: LATE, usada_em: LATE }],
    },
  })
  expect((await card('Entradas ligadas')).getByRole('listitem')).toHaveTextContent(`Usada em ${LATE_DAY}.`)
  expect(screen.getByText(new RegExp(`será excluída em ${LATE_DAY}`))).toBeVisible()
})
