import { askedBy, rightsOf, rightsReasons, withGranted, type Grant, type Rights } from '@atalaia/artifact'
import { REMOTE_SCOPES, type Descriptor } from '@atalaia/contracts'
import { createBuild } from '../../testing/archives.ts'

const PAGE = { id: 'page', path: '/app/novo', access: 'session', title: 'Novo' } as const
const OPEN = { ...PAGE, id: 'open', path: '/novo', access: 'public' } as const
const ALL = { ...PAGE, id: 'all', path: '/app/novo/*' } as const
const ANY = { ...PAGE, id: 'any', path: '/app/:page' } as const

const remote = (rest: Partial<Descriptor>) => createBuild('mfe-novo', '1.0.0', { routes: [PAGE], ...rest }).descriptor
const WIDGET = { id: 'box', slot: 'mfe-analytics/analytics/end', title: 'Caixa' }
const having = (...granted: readonly Grant[]): Rights => ({ granted: new Set(granted), owned: [] })
const greedy = remote({ token: true, routes: [PAGE, OPEN, ALL, ANY], widgets: [WIDGET] })

// Rule: M-GRANT-1
test.each<[string, Descriptor, Grant[]]>([
  ['nothing', remote({}), []],
  ['the token', remote({ token: true }), ['token']],
  ['the API', remote({ api: true }), ['api']],
  [
    'parts of the API',
    remote({ api: true, apiScopes: ['emails:add', 'leaks:read'] }),
    ['api:emails:add', 'api:leaks:read'],
  ],
  [
    'parts for its token, which count alone',
    remote({ api: true, apiScopes: ['leaks:read'], tokenScopes: ['dashboard'] }),
    ['api:dashboard'],
  ],
  ['parts of the API that it does not call', remote({ apiScopes: ['leaks:read'] }), []],
  ['a public route among others', remote({ routes: [PAGE, OPEN] }), ['public-routes']],
  ['a route with * among others', remote({ routes: [ALL, PAGE] }), ['catch-all-routes']],
  ...['/:page', '/App//:page/more', '/app/main/:page'].map((path): [string, Descriptor, Grant[]] => [
    path,
    remote({ routes: [PAGE, { ...ANY, path }] }),
    ['any-address-routes'],
  ]),
  ...['/*', '/app/*', '/app*', '/APP/Main/*', '/:page/*'].map((path): [string, Descriptor, Grant[]] => [
    path,
    remote({ routes: [PAGE, { ...ANY, path }] }),
    ['catch-all-routes', 'any-address-routes'],
  ]),
  ...['/', '/apps/:id', '/main/:id', '/app/novo/:id'].map((path): [string, Descriptor, Grant[]] => [
    path,
    remote({ routes: [{ ...ANY, path }] }),
    [],
  ]),
  ['a widget', remote({ widgets: [WIDGET] }), ['widgets']],
  ['no widget', remote({ widgets: [] }), []],
  ['everything', greedy, ['token', 'public-routes', 'catch-all-routes', 'any-address-routes', 'widgets']],
])('a file with %s asks for just that', (_what, descriptor, asked) => {
  expect(askedBy(descriptor)).toEqual(asked)
})

// Rule: M-GRANT-1
test('a remote has what was granted to it, and what its own build of the workspace asks for', () => {
  const granted = [
    { remote: 'mfe-novo', grant: 'public-routes' },
    { remote: 'mfe-outro', grant: 'catch-all-routes' },
  ] as const
  const workspace = [remote({ token: true }), { ...greedy, name: 'mfe-outro' }]
  const facts = { granted, owned: [] }
  expect(rightsOf('mfe-novo', facts, workspace)).toEqual(having('public-routes', 'token'))
  expect(rightsOf('mfe-novo', facts, [])).toEqual(having('public-routes'))
  expect(rightsOf('mfe-terceiro', facts, workspace)).toEqual(having())
})

// Rule: M-GRANT-3
test('the reason names what is missing, and the command grants it beside what is granted', () => {
  expect(rightsReasons(greedy, having(...askedBy(greedy)))).toEqual([])
  expect(rightsReasons(greedy, having('public-routes'))).toEqual([
    {
      code: 'not-granted',
      message:
        'it asks for the session’s token, routes with *, addresses that belong to the shell while no remote has them ' +
        '(/app/:page), widgets in pages of other remotes; an operator grants it with: ' +
        'npm run remotes -- grant mfe-novo public-routes,token,catch-all-routes,any-address-routes,widgets',
    },
  ])
})

// Rule: M-GRANT-2
test.each<[string, Grant[], Partial<Descriptor>]>([
  ['nothing', [], { token: false, routes: [PAGE] }],
  ['widgets', ['widgets'], { token: false, routes: [PAGE], widgets: [WIDGET] }],
  ['the token', ['token'], { token: true, routes: [PAGE] }],
  ['public routes', ['public-routes'], { token: false, routes: [PAGE, OPEN] }],
  ['routes with *', ['catch-all-routes'], { token: false, routes: [PAGE, ALL] }],
  ['routes for any address', ['any-address-routes'], { token: false, routes: [PAGE, ANY] }],
])('of a descriptor that asks for all, %s is left where no more is granted', (_what, granted, rest) => {
  const { widgets: _widgets, ...plain } = greedy
  expect(withGranted(greedy, having(...granted))).toEqual({ ...plain, ...rest })
})

// Rule: M-GRANT-2, M-GRANT-6
test.each<[string, Partial<Descriptor>, Grant[], Partial<Descriptor>]>([
  ['all, and has nothing', { api: true }, [], { api: false, tokenScopes: [] }],
  ['all, and has a part', { api: true }, ['api:leaks:read'], { api: true, tokenScopes: ['leaks:read'] }],
  [
    'a part, and has another',
    { api: true, apiScopes: ['emails:add'] },
    ['api:leaks:read'],
    { api: false, tokenScopes: [] },
  ],
  ['all, and has the dashboard’s', { api: true }, ['api:dashboard'], { api: true, tokenScopes: [...REMOTE_SCOPES] }],
  [
    'the dashboard’s, and has less',
    { api: true, tokenScopes: ['dashboard'] },
    ['api:leaks:read'],
    { api: false, tokenScopes: [] },
  ],
  ['the dashboard’s, and has it', { api: true, tokenScopes: ['dashboard'] }, ['api:dashboard'], {}],
  ['a part, and has the dashboard’s', { api: true, apiScopes: ['leaks:read'] }, ['api:dashboard'], {}],
  ['a part, and has it', { api: true, apiScopes: ['leaks:read'] }, ['api:leaks:read'], {}],
  ['a part, and has all', { api: true, apiScopes: ['leaks:read'] }, ['api'], {}],
])('of the API a descriptor asks for %s', (_what, asked, granted, rest) => {
  const descriptor = remote(asked)
  expect(withGranted(descriptor, having(...granted))).toEqual({ ...descriptor, ...rest })
  const isRefused = rightsReasons(descriptor, having(...granted)).length > 0
  expect(isRefused).toBe('api' in rest)
})

// Rule: M-GRANT-2
test('a descriptor that asks for the token alone keeps its routes without it', () => {
  expect(withGranted(remote({ token: true }), having())).toEqual(remote({ token: false }))
})

// Rule: M-GRANT-2
test('a descriptor that asks for no more than is granted stays the same object', () => {
  const modest = remote({})
  expect(withGranted(modest, having())).toBe(modest)
  expect(withGranted(greedy, having(...askedBy(greedy)))).toBe(greedy)
})
