import { createFakeContext, type Reply } from '@atalaia/testing'
import { waitFor } from '@testing-library/react'
import { answers, summary } from '../testing/answers.ts'
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

const PATHS = ['/dashboard/resumo', '/clientes/me/analises', '/emails?tamanho=100']

const openLive = async () => {
  let revisao = 'a'
  const { context, shell, calls } = createFakeContext({
    session: { status: 'active', token: 't', user: { email: 'ana@acme.com' }, expiresAt: 1 },
    api: ({ path }) => {
      const reply = answers()[path] ?? { kind: 'network' }
      return path === '/dashboard/resumo' ? { kind: 'body', body: { ...summary, revisao } } : reply
    },
  })
  if (!context.http) throw new Error('the context has no client')
  const dashboard = createDashboard(context, context.http)
  const close = dashboard.open()
  const state = () => dashboard.store.getState().dashboard
  await waitFor(() => expect(state()).toMatchObject({ isReceiving: false, revision: 'a' }))
  const become = (revision: string, answered = revision) => {
    revisao = answered
    shell.publish('numbers:changed', { revision })
  }
  return { become, calls, close, shell, state, store: dashboard.store }
}

// Rule: P-DASH-105
test('a new revision loads the open dashboard again, without a loader, and keeps what is the same', async () => {
  const { become, calls, state, store } = await openLive()
  const before = state()
  const loaders: boolean[] = []
  store.subscribe(() => loaders.push(state().isReceiving))
  become('b')
  await waitFor(() => expect(state().revision).toBe('b'))
  await waitFor(() => expect(calls.map(({ path }) => path)).toEqual([...PATHS, ...PATHS]))
  await waitFor(() => expect(loaders).toHaveLength(3))
  expect(loaders).toEqual([false, false, false])
  for (const part of ['leaks', 'mainChart', 'emails'] as const) expect(state()[part]).toBe(before[part])
})

// Rule: P-DASH-105
test('a revision that the dashboard has, or one while it is closed, loads nothing', async () => {
  const { become, calls, close } = await openLive()
  become('a')
  close()
  become('b')
  expect(calls).toHaveLength(PATHS.length)
})

// Rule: P-DASH-105
test('a revision that the last summary was ahead with is loaded, because its list may be older', async () => {
  const { become, calls, state } = await openLive()
  become('b', 'c')
  await waitFor(() => expect(state().revision).toBe('c'))
  await waitFor(() => expect(calls).toHaveLength(2 * PATHS.length))
  become('c')
  await waitFor(() => expect(calls).toHaveLength(3 * PATHS.length))
})
