import './jsdom.ts'
import type { Role, SessionState } from '@atalaia/contracts'
import { RemoteProvider } from '@atalaia/react'
import { createMemoryRouter, RouterProvider } from '@atalaia/react/router'
import { createFakeContext, routeElement, type Call, type Reply } from '@atalaia/testing'
import { act, render } from '@testing-library/react'
import descriptor from '../../remote.json'
import * as remote from '../remote.tsx'
import '../address-page.tsx'
import '../address/decision-text.tsx'
import '../address/number-rows.tsx'
import '../address/severity-rule.tsx'
import '../addresses-page.tsx'
import '../cases-page.tsx'
import '../cases/case-mark.tsx'
import '../cases/case-part.tsx'
import '../cases/sources-screen.tsx'
import '../alerts-page.tsx'
import '../alerts/push-part.tsx'
import '../domains-page.tsx'
import '../incident-page.tsx'
import '../incidents-page.tsx'
import '../notices/notice-parts.ts'
import '../reports-page.tsx'
import { drawn } from './drawn.ts'

export type Answers = Record<string, Reply>

export const sessionOf = (email: string, role?: Role): SessionState => ({
  status: 'active',
  user: { email },
  expiresAt: Number.MAX_SAFE_INTEGER,
  token: 'token',
  ...(role && { role }),
})

const nameOf = ({ method, path }: Call) => (method === 'get' ? path : `POST ${path}`)

const settle = async () => {
  await drawn()
  await drawn()
}

const TODAY = '/dashboard/hoje'
/** Parts of many pages, which answer nothing unless a test says so. */
const isAside = (name: string) => name === TODAY || /^\/avisos(\/lembretes|\?incidente)/.test(name)
const NOTHING: Reply = { kind: 'status', status: 404, body: '' }

const contextOf = (answers: Answers, role?: Role, wait?: () => Promise<void>) => {
  const calls: Call[] = []
  const fake = createFakeContext({
    name: descriptor.name,
    session: sessionOf('ana@empresa.com.br', role),
    api: async (call) => {
      if (!isAside(nameOf(call))) calls.push(call)
      await wait?.()
      const reply = answers[nameOf(call)] ?? (isAside(nameOf(call)) ? NOTHING : undefined)
      if (!reply) throw new Error(`the test says no answer for ${nameOf(call)}`)
      return reply
    },
  })
  return { ...fake, calls }
}

/** Opens all routes in a stand-in shell: a visit's effect on the next is visible. */
export const openRoutes = async (answers: Answers, at: string) => {
  const fake = contextOf(answers)
  const routes = await remote.activate(fake.context)
  const router = createMemoryRouter(
    descriptor.routes.map(({ id, path }) => ({
      path,
      lazy: routes.find((route) => route.id === id)?.lazy,
      HydrateFallback: () => null,
    })),
    { initialEntries: [at] },
  )
  render(
    <RemoteProvider context={fake.context}>
      <RouterProvider router={router} />
    </RemoteProvider>,
  )
  await settle()
  return { ...fake, place: () => router.state.location }
}

type OpenOptions = { readonly held?: boolean; readonly at?: string; readonly role?: Role }

/** Opens the screen, or address `at`, in a stand-in shell; `held` calls wait for `release`. */
export const openScreen = async (
  answers: Answers,
  { held = false, at = '/app/main/analytics', role }: OpenOptions = {},
) => {
  const waiting: (() => void)[] = []
  let holding = held
  const fake = contextOf(answers, role, async () => {
    if (holding) await new Promise<void>((resolve) => waiting.push(resolve))
  })
  const routes = [
    { id: 'analytics', path: '/app/main/analytics' },
    { id: 'addresses', path: '/app/main/analytics/enderecos' },
    { id: 'address', path: '/app/main/analytics/enderecos/:id' },
    { id: 'cases', path: '/app/main/analytics/casos' },
    { id: 'domains', path: '/app/main/analytics/dominios' },
    { id: 'reports', path: '/app/main/analytics/relatorios' },
    { id: 'alerts', path: '/app/main/analytics/alertas' },
    { id: 'incidents', path: '/app/main/analytics/incidentes' },
    { id: 'incident', path: '/app/main/analytics/incidentes/:id' },
  ]
  const path = at.split(/[?#]/)[0]
  const isIncident = path?.startsWith('/app/main/analytics/incidentes/')
  const route = routes.find((each) => each.path === path) ?? (isIncident ? routes.at(-1) : routes[2])
  const place = { id: 'address', path: '', ...route, at }
  const element = await routeElement(remote, fake.context, place)
  render(element)
  await settle()
  return {
    ...fake,
    asked: () => fake.calls.map(nameOf),
    answer: (next: Answers) => void Object.assign(answers, next),
    hold: () => void (holding = true),
    release: async () => {
      await act(async () => {
        holding = false
        for (const go of waiting.splice(0)) go()
      })
      await settle()
    },
  }
}
