import { readEnvironment, readServerEnvironment } from './config.ts'

const read = (env: NodeJS.ProcessEnv) => {
  const result = readEnvironment(env, '/workspace')
  if (!result.ok) throw new Error(result.message)
  return result.config
}

const complaint = (env: NodeJS.ProcessEnv) => {
  const result = readEnvironment(env, '/workspace')
  return result.ok ? '' : result.message
}

// Rule: M-SETTING-1
test.each<[NodeJS.ProcessEnv, readonly string[]]>([
  [{}, ['PUBLIC_ORIGIN', 'API_UPSTREAM']],
  [{ DATA_DIR: '/data' }, ['DATABASE_URL', 'PUBLIC_ORIGIN', 'API_UPSTREAM']],
  [{ DATA_DIR: '/data', DATABASE_URL: 'embedded', PUBLIC_ORIGIN: 'https://a.example', PUBLIC_API_URL: 'none' }, []],
  [{ PUBLIC_ORIGIN: 'https://a.example', DEMO_MODE: 'true' }, []],
])('in production a server with %j names all that it lacks at once', (env, names) => {
  const result = readServerEnvironment({ NODE_ENV: 'production', ...env }, '/workspace')
  const message = result.ok ? '' : result.message
  expect([...message.matchAll(/^ {2}(\w+): production needs it/gm)].map(([, name]) => name)).toEqual(names)
  expect(readServerEnvironment(env, '/workspace').ok).toBe(true)
})

// Rule: M-SETTING-1
test('the embedded database can be chosen by its name', () => {
  expect(read({ DATABASE_URL: 'embedded' }).registry).toMatchObject({
    databaseUrl: undefined,
    dataDir: '/workspace/.data',
  })
})

// Rule: M-AUDIENCE-4
test.each([
  [{ REGION_HEADER: 'CF-IPCountry' }, /set TRUST_PROXY/],
  [{ AUDIENCE_HEADERS: 'X-Beta,Cookie' }, /AUDIENCE_HEADERS.*must be the name of a header/],
])('%j is refused: nobody could trust such a header', (env, message) => {
  expect(readEnvironment(env, '/workspace')).toMatchObject({ ok: false, message: expect.stringMatching(message) })
})

test('an empty environment gives the defaults', () => {
  expect(read({})).toEqual({
    channel: 'stable',
    audienceHeaders: [],
    tls: undefined,
    metricsToken: undefined,
    trustedTypes: [],
    overridable: false,
    overrideAddresses: { origins: [], local: true },
    reportsPerAddress: 5,
    registry: undefined,
    port: 3000,
    host: '127.0.0.1',
    production: false,
    logLevel: 'info',
    trustProxy: false,
    localOnly: true,
    publicOrigin: undefined,
    apiUpstream: undefined,
    shellDir: '/workspace/host-shell/dist',
    remoteDirs: undefined,
    overrides: new Map(),
    publicConfig: { apiUrl: '/api', demo: false, brand: 'Atalaia', signIn: { google: null, microsoft: null } },
  })
})

// Rule: M-GATEWAY-14
test.each([
  [{ HOST: 'localhost' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ TRUST_PROXY: 'loopback' }, false],
])('%j: that only this machine is answered is %s', (env, localOnly) => {
  expect(read(env).localOnly).toBe(localOnly)
})

test('certificate and key come together, below the workspace', () => {
  expect(read({ TLS_CERT: 'tls/cert.pem', TLS_KEY: '/etc/key.pem' }).tls).toEqual({
    cert: '/workspace/tls/cert.pem',
    key: '/etc/key.pem',
  })
  expect(complaint({ TLS_CERT: 'tls/cert.pem' })).toContain('TLS_CERT and TLS_KEY belong together')
})

test('the public configuration comes from the environment', () => {
  const { publicConfig } = read({
    PUBLIC_API_URL: 'https://api.example/api/',
    DEMO_MODE: 'true',
    BRAND: 'Farol',
    GOOGLE_SIGN_IN_URL: 'https://accounts.example/start',
    GOOGLE_MAPS_KEY: 'AIza_some-Key',
    SIDEBAR_DEMO: 'on',
  })
  expect(publicConfig).toEqual({
    apiUrl: 'https://api.example/api',
    demo: true,
    brand: 'Farol',
    googleMapsKey: 'AIza_some-Key',
    showDemo: true,
    signIn: { google: 'https://accounts.example/start', microsoft: null },
  })
})

// Rule: P-IDENTITY-11
test('providers that the API has are known by the variables of the API', () => {
  const oidc = {
    OIDC_GOOGLE_CLIENT_ID: 'x',
    OIDC_MICROSOFT_CLIENT_ID: 'y',
    MICROSOFT_SIGN_IN_URL: 'https://login.example/ms',
    OIDC_ISSUER: 'https://id.acme.com',
    COMPANY_SIGN_IN: 'on',
  }
  expect(read(oidc).publicConfig.signIn).toEqual({
    google: '/api/identidade/google/entrar',
    microsoft: 'https://login.example/ms',
    other: { title: 'id.acme.com', address: '/api/identidade/oidc/entrar' },
    company: true,
  })
  expect(read({ ...oidc, PUBLIC_API_URL: 'none' }).publicConfig.signIn).toEqual({
    google: null,
    microsoft: 'https://login.example/ms',
  })
})

test.each(['', 'none'])('PUBLIC_API_URL=%j means no backend', (PUBLIC_API_URL) => {
  expect(read({ PUBLIC_API_URL }).publicConfig.apiUrl).toBeNull()
})

test('folders are resolved against the workspace', () => {
  const { remoteDirs } = read({ REMOTES: 'mfe-auth/dist, /elsewhere/dist,' })
  expect(remoteDirs).toEqual(['/workspace/mfe-auth/dist', '/elsewhere/dist'])
})

test('overrides are read by name', () => {
  const { overrides } = read({ REMOTE_OVERRIDES: 'mfe-auth=http://localhost:4102/,mfe-landing=http://localhost:4103' })
  expect([...overrides]).toEqual([
    ['mfe-auth', 'http://localhost:4102'],
    ['mfe-landing', 'http://localhost:4103'],
  ])
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['LOG_LEVEL', 'loud'],
  ['API_UPSTREAM', '127.0.0.1:4001'],
  ['PUBLIC_API_URL', 'api'],
  ['DEMO_MODE', 'maybe'],
  ['REMOTE_OVERRIDES', 'auth=http://localhost:4102'],
  ['GOOGLE_SIGN_IN_URL', 'javascript:alert(1)'],
  ['GOOGLE_MAPS_KEY', 'a&q=b'],
  ['SIDEBAR_DEMO', 'yes'],
])('%s=%s is refused by name', (name, value) => {
  expect(complaint({ [name]: value })).toContain(`  ${name}: `)
})

test('overrides are refused in production', () => {
  const env = { NODE_ENV: 'production', REMOTE_OVERRIDES: 'mfe-auth=http://localhost:4102' }
  expect(complaint(env)).toMatch(/REMOTE_OVERRIDES is for development/)
})

// Rule: M-RELEASE-13
test('policies of Trusted Types are named one by one, and never the default one or all', () => {
  expect(read({}).trustedTypes).toEqual([])
  expect(read({ TRUSTED_TYPES: 'vue, angular#bundler' }).trustedTypes).toEqual(['vue', 'angular#bundler'])
  for (const TRUSTED_TYPES of ['default', '*', "'allow-duplicates'", "vue; script-src 'unsafe-inline'", 'vue angular'])
    expect(complaint({ TRUSTED_TYPES })).toContain('  TRUSTED_TYPES: ')
})

// Threat: T-EDGE-10
test.each<[string, NodeJS.ProcessEnv, object]>([
  ['production', { NODE_ENV: 'production' }, { origins: [], local: false }],
  ['a gateway that others reach', { HOST: '0.0.0.0' }, { origins: [], local: false }],
  ['development on one machine', { HOST: 'localhost' }, { origins: [], local: true }],
  [
    'a list',
    { NODE_ENV: 'production', OVERRIDE_ORIGINS: 'http://LocalHost:4102, https://dev.example:443,http://127.0.0.1:*' },
    { origins: ['http://localhost:4102', 'https://dev.example', 'http://127.0.0.1:*'], local: false },
  ],
])('in %s, the gateway asks for overrides at %#', (_where, env, overrideAddresses) => {
  expect(read(env)).toMatchObject({ overrideAddresses })
})

test.each(['localhost:4102', 'http://a/b', 'http://a@b', '*', 'http://*:*'])(
  'OVERRIDE_ORIGINS=%s is refused',
  (OVERRIDE_ORIGINS) => {
    expect(complaint({ OVERRIDE_ORIGINS })).toContain('must be an origin')
  },
)
