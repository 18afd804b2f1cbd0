import { createFakeContext, type Reply } from '@atalaia/testing'
import { waitFor } from '@testing-library/react'
import { answers } from '../testing/answers.ts'
import { createDashboard } from './dashboard.ts'

// Rule: P-DASH-10
test('loading ends with the last of the three calls, also after one that failed', async () => {
  const waiting = new Map<string, (reply: Reply) => void>()
  const { context, lines } = createFakeContext({
    api: ({ path }) => new Promise<Reply>((resolve) => waiting.set(path, resolve)),
  })
  if (!context.http) throw new Error('the context has no client')
  const { store, reload } = createDashboard(context, context.http)
  const state = () => store.getState().dashboard
  const answer = (path: string, reply = answers()[path]) => reply && waiting.get(path)?.(reply)

  const loading = reload()
  answer('/dashboard/resumo', { kind: 'network' })
  await waitFor(() => expect(lines).toHaveLength(1))
  expect(state().isReceiving).toBe(true)
  answer('/emails?tamanho=100')
  await waitFor(() => expect(state().emails).toHaveLength(3))
  expect(state().isReceiving).toBe(true)
  answer('/clientes/me/analises')
  await loading
  expect(state().isReceiving).toBe(false)
})
