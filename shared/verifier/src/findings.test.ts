import { verdictSchema, VERDICT_LIMITS, type Verdict } from '@atalaia/artifact'
import type { Descriptor } from '@atalaia/contracts'
import { addressOf } from './addresses.ts'
import { createFindings } from './findings.ts'
import { judgeShared, judgeVisit } from './judge.ts'
import { objectionTo } from './objection.ts'
import type { Seen } from './visit.ts'

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

const descriptor: Descriptor = {
  name: 'mfe-novo',
  version: '1.0.0',
  owner: 'time',
  contract: '^1.0.0',
  token: false,
  api: false,
  routes: [route('/app/novo')],
  sidebar: [],
  artifact: {
    entry: 'entry.js',
    container: 'mfe_novo',
    module: './remote',
    files: [],
    shared: [{ name: 'react', version: '19.0.0', requiredVersion: '^19.0.0' }],
    routeFiles: {},
  },
}
const call = { method: 'GET', url: 'http://gateway/api/emails', hasToken: true, answered: true }
const traffic = (rest: Partial<Seen['traffic']> = {}): Seen['traffic'] => ({
  calls: [],
  reports: [],
  stopped: [],
  leaks: [],
  pending: () => 0,
  files: async () => [],
  ...rest,
})
const record = { tokenReads: 0, calls: [], taken: ['react'], ownReacts: [] }
const seen = (rest: Partial<Seen> = {}): Seen => ({
  route: route('/app/novo'),
  address: '/app/novo',
  milliseconds: 100,
  report: { remote: 'mfe-novo', version: '1.0.0', outcome: 'ready', milliseconds: {} },
  hasContent: true,
  consoleErrors: [],
  uncaught: [],
  hasCrashed: false,
  record,
  traffic: traffic(),
  ...rest,
})
const file = (status: number) => ({ path: 'late.js', status, transferred: 1, bytes: 1 })

// Rule: M-VERIFY-1, M-VERIFY-4, M-VERIFY-5
test.each<[string, Partial<Seen>, string[]]>([
  ['nothing', {}, []],
  ['a crash of the page', { hasCrashed: true }, ['page-crashed item']],
  ['no report in time', { report: undefined }, ['not-shown item']],
  ['nothing on the screen', { hasContent: false }, ['empty item']],
  ['a file that is not there', { traffic: traffic({ files: async () => [file(404)] }) }, ['missing-file item']],
  ['an error on the console', { consoleErrors: ['x'] }, ['console-error item']],
  ['an error that nobody catches', { uncaught: ['x'] }, ['uncaught-error item']],
  ['a read of the token', { record: { ...record, tokenReads: 1 } }, ['not-granted item']],
  [
    'a call of the API of its own with the token',
    { record: { ...record, calls: [call.url] }, traffic: traffic({ calls: [call] }) },
    ['not-granted item', 'not-granted item'],
  ],
  ['a call of the API by the shell', { traffic: traffic({ calls: [call] }) }, []],
  ['the token elsewhere', { traffic: traffic({ leaks: ['http://evil.test/'] }) }, ['not-granted item']],
  ['a request elsewhere', { traffic: traffic({ stopped: ['GET http://evil.test/'] }) }, ['foreign-request item']],
  ['a module that it does not name', { record: { ...record, taken: ['react', 'extra'] } }, ['shared-undeclared null']],
  ['a React DOM of its own', { record: { ...record, ownReacts: ['19.1.0'] } }, ['shared-own-copy null']],
  ['a React DOM of another major version', { record: { ...record, ownReacts: ['18.3.0'] } }, []],
])('of a visit with %s, just that is found', async (_what, rest, codes) => {
  const findings = createFindings()
  await judgeVisit(seen(rest), descriptor, findings)
  judgeShared([seen(rest)], descriptor, [{ name: 'react-dom', version: '19.3.1' }], findings)
  expect(findings.all().map(({ code, route: at }) => `${code} ${at}`)).toEqual(codes)
})

const DAY_MS = 86_400_000
const said: Verdict = {
  format: 1,
  remote: 'mfe-novo',
  version: '1.0.0',
  digest: 'd',
  shell: { version: '1.0.0', id: 'live' },
  by: { version: '1.0.0', browser: 'Chromium' },
  at: new Date(0).toISOString(),
  status: 'good',
  findings: [],
  visits: [],
}
const promoted = { remote: 'mfe-novo', version: '1.0.0', digest: 'd', shells: ['live'], isRunning: false, now: DAY_MS }

// Rule: M-VERIFY-3
// Threat: T-VERIFY-2
test.each<[string, Partial<Verdict>, object, string]>([
  ['this content', {}, {}, ''],
  ['other content', { digest: 'e' }, {}, 'about other content'],
  ['another version', { version: '1.1.0' }, {}, 'about other content'],
  ['another remote', { remote: 'mfe-outro' }, {}, 'about other content'],
  ['31 days ago', {}, { now: 31 * DAY_MS }, '31 days old'],
  ['another shell', {}, { shells: ['next'] }, 'of which another build is live now'],
  ['a canary version that runs', {}, { now: 31 * DAY_MS, shells: ['next'], isRunning: true }, ''],
  ['a canary version that fails', { status: 'failed' }, { isRunning: true }, 'failed in a browser'],
])('a verdict of %s counts as it may', (_what, verdict, around, message) => {
  const { message: objection = '' } = objectionTo({ ...said, ...verdict }, { ...promoted, ...around }) ?? {}
  expect(objection).toContain(message)
  expect(objection === '').toBe(message === '')
})
