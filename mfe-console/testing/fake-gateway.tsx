import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Board } from '../src/board/board.tsx'
import { createGateway } from '../src/gateway/create-gateway.ts'

export const AT = '2026-11-20T12:00:00.000Z'
export const CHANNEL = { remote: 'mfe-novo', channel: 'stable', move: 7 }
const artifact = (version: string) => ({
  name: 'mfe-novo',
  version,
  owner: 'time-novo',
  publishedAt: AT,
  publishedBy: 'ana (token ci)',
  prunedAt: null,
})
export const held = { ...CHANNEL, version: '1.1.0', candidate: '1.2.0', percent: 10, held: '1.2.0 failed' }
const rate = (version: string, seen: number, failed: number) => ({ version, seen, failed, low: 0.01, high: 0.05 })
const rollout = {
  ...CHANNEL,
  id: 1,
  version: '1.2.0',
  steps: [10, 50, 100],
  every: 600_000,
  step: 0,
  status: 'paused',
  who: 'ana',
  nextAt: AT,
  note: '1.2.0 failed',
  acts: [
    {
      rollout: 1,
      at: AT,
      act: 'paused',
      who: 'gateway',
      why: 'step 2 of 3: 20 of 24 browsers could not bring up 1.2.0',
    },
  ],
}
const verdict = {
  status: 'worse',
  evidence: 900,
  canary: rate('1.2.0', 1000, 40),
  stable: rate('1.1.0', 9000, 90),
  ratio: { low: 2.6, high: 6 },
  phases: [{ phase: 'render', canary: 36, stable: 30 }],
  reason: '1.2.0 failed',
}
const move = {
  ...CHANNEL,
  id: 7,
  action: 'canary',
  version: '1.1.0',
  previous: '1.1.0',
  candidate: '1.2.0',
  percent: 10,
  who: 'ana',
  why: 'gráfico novo',
  overruled: [],
  at: AT,
}
const descriptor = (version: string, bytes: number, path: string) => ({
  name: 'mfe-novo',
  version,
  owner: 'time-novo',
  contract: '^1.0.0',
  token: false,
  api: false,
  routes: [{ id: 'page', path, access: 'session', title: 'Novo' }],
  sidebar: [],
  artifact: {
    entry: 'remote.js',
    container: 'novo',
    module: './remote',
    routeFiles: {},
    shared: [],
    files: [{ path: 'remote.js', bytes, integrity: `sha384-${'A'.repeat(64)}` }],
  },
})

const browserVerdict = (version: string, findings: readonly object[]) => ({
  verifier: 'ci',
  receivedAt: AT,
  objection: findings.length > 0 ? { code: 'verdict-failed', message: 'it failed' } : null,
  verdict: {
    format: 1,
    remote: 'mfe-novo',
    version,
    digest: '0'.repeat(32),
    shell: { version: '1.3.0', id: '1'.repeat(32) },
    by: { version: '1.0.0', browser: 'Chromium 150' },
    at: AT,
    status: findings.length > 0 ? 'failed' : 'good',
    findings,
    visits: [
      {
        route: 'page',
        address: '/app/novo',
        shown: findings.length === 0,
        milliseconds: 900,
        transferred: 10,
        bytes: 20,
      },
    ],
  },
})
const renderFault = { code: 'not-shown', level: 'failed', route: 'page', message: 'render failed: no such thing' }

const NO_PLANS = { plans: [], frozen: null, approvals: [] }
export const plan = {
  id: 4,
  remote: 'mfe-novo',
  channel: 'stable',
  version: '1.2.0',
  percent: 10,
  steps: null,
  every: null,
  audience: { org: ['12', '13'], region: ['BR'] },
  who: 'bia',
  why: 'antes da feira',
  force: false,
  at: null,
  approveUntil: AT,
  approvedBy: null,
  status: 'asked',
  note: null,
}

type Facts = {
  readonly reasons?: readonly object[]
  readonly others?: readonly object[]
  readonly may?: readonly string[]
  readonly plans?: object
  readonly mayChange?: boolean
  readonly warnings?: readonly object[]
  readonly freezes?: readonly object[]
  readonly isOperator?: boolean
  readonly checks?: readonly object[]
}

const rights = {
  granted: ['token'],
  ofBuild: ['public-routes'],
  owned: ['/app/novo'],
  changes: [{ remote: 'mfe-novo', act: 'granted', subject: 'token', who: 'operador', why: 'combinado', at: AT }],
}

const answer = (status: number, content: object) => ({ ok: status < 300, status, json: async () => content })

const shell = {
  version: '1.3.0',
  contract: '1.10.0',
  shared: [
    { name: 'react', version: '19.2.0' },
    { name: 'react-dom', version: '19.2.0' },
  ],
}
const live = {
  name: 'mfe-novo',
  version: '1.1.0',
  owner: 'time-novo',
  contract: '^1.0.0',
  paths: ['/app/novo'],
  artifact: { shared: [{ name: 'react', version: '19.2.0', requiredVersion: '^19.0.0', files: [] }] },
  live: [{ channel: 'stable', share: 'all' }],
}

export const createFake = (pointer: object = held, facts: Facts = {}) => {
  const { reasons = [], warnings = [], others = [], freezes = [], plans = NO_PLANS, may, mayChange = false } = facts
  const orders: { readonly path: string; readonly body: unknown; readonly headers: RequestInit['headers'] }[] = []
  let refusal: { readonly status: number; readonly body: object } | undefined
  const answers: Readonly<Record<string, object>> = {
    ...(may && {
      '/-/key': { who: 'rui@acme.example', ends: AT, holder: { role: 'team', remotes: [{ remote: 'mfe-novo', may }] } },
    }),
    ...(facts.isOperator && {
      '/-/key': { who: 'root@acme.example', ends: AT, holder: { role: 'operator', remotes: [] } },
    }),
    '/-/freezes': { freezes },
    '/-/installation': { checks: facts.checks ?? [] },
    '/-/doctor': { shells: [shell], live: [live] },
    '/-/remotes/check': { reasons, warnings },
    '/-/remotes/mfe-novo/preview': { link: 'https://atalaia.example/app/novo?mfe=x', until: AT },
    '/-/remotes': { pointers: [pointer, ...others], built: [], artifacts: [artifact('1.1.0'), artifact('1.2.0')] },
    '/-/remotes/mfe-novo/grants': { ...rights, mayChange },
    '/-/remotes/mfe-novo/plans': plans,
    '/-/remotes/mfe-novo/history': { moves: [move] },
    '/-/remotes/mfe-novo/rollouts': { rollouts: [rollout], verdicts: [{ channel: 'stable', verdict }] },
    '/-/remotes/mfe-novo/verdicts': { mode: 'required', verdicts: [browserVerdict('1.2.0', [renderFault])] },
    '/remotes/mfe-novo/1.1.0/remote.json': descriptor('1.1.0', 1000, '/app/novo'),
    '/remotes/mfe-novo/1.2.0/remote.json': descriptor('1.2.0', 2000, '/app/outro'),
  }
  const send = async (path: string, { method, body, headers }: RequestInit) => {
    if (method !== undefined && !path.endsWith('/check'))
      orders.push({
        path: `${method === 'POST' ? '' : `${method} `}${path}`,
        headers,
        body: body ? JSON.parse(String(body)) : null,
      })
    if (refusal) return answer(refusal.status, refusal.body)
    return answer(200, answers[path] ?? {})
  }
  return { send, orders, refuse: (status: number, body: object) => void (refusal = { status, body }) }
}

export const openBoard = async (fake = createFake()) => {
  render(<Board gateway={createGateway('atd_key', 'ana@acme.example', fake.send)} onLeave={jest.fn()} />)
  await screen.findByRole('button', { name: 'Retomar' })
  return { ...fake, user: userEvent.setup() }
}
