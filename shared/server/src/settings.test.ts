import { z } from 'zod'
import { fields, readSettings } from './settings.ts'

const schema = z.object({
  PORT: fields.port(3000),
  HOST: fields.host('127.0.0.1'),
  LOG_LEVEL: fields.logLevel,
  TRUST_PROXY: fields.trustProxy('loopback'),
  DEMO_MODE: fields.flag,
  ALLOW: fields.onOff,
  ORIGIN: fields.webAddress,
  REMOTES: fields.list,
  DATA_DIR: fields.dataDir('/workspace'),
  DATABASE_URL: fields.databaseUrl,
  NODE_ENV: fields.production,
  DAYS: fields.wholeNumber(30, { min: 1, max: 3650 }),
  REGION: fields.text('us-east-1'),
})
const read = (env: NodeJS.ProcessEnv) => readSettings('The gateway', schema, env)
const DEFAULTS = {
  PORT: 3000,
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  TRUST_PROXY: 'loopback',
  DEMO_MODE: false,
  ALLOW: undefined,
  ORIGIN: undefined,
  REMOTES: undefined,
  DATA_DIR: '/workspace/.data',
  DATABASE_URL: undefined,
  NODE_ENV: false,
  DAYS: 30,
  REGION: 'us-east-1',
}

test('an empty environment gives the defaults, and an empty variable counts as unset', () => {
  expect(read({})).toEqual({ ok: true, settings: DEFAULTS })
  expect(read(Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, ''])))).toEqual({
    ok: true,
    settings: DEFAULTS,
  })
})

test('variables are read into what they mean', () => {
  expect(
    read({
      PORT: '0',
      TRUST_PROXY: '2',
      DEMO_MODE: '1',
      ALLOW: 'off',
      ORIGIN: 'https://a.example/app//',
      REMOTES: 'a, b,',
      DATA_DIR: 'data',
      NODE_ENV: 'production',
      DAYS: '7',
    }),
  ).toEqual({
    ok: true,
    settings: {
      ...DEFAULTS,
      PORT: 0,
      TRUST_PROXY: 2,
      DEMO_MODE: true,
      ALLOW: false,
      ORIGIN: 'https://a.example/app',
      REMOTES: ['a', 'b'],
      DATA_DIR: '/workspace/data',
      NODE_ENV: true,
      DAYS: 7,
    },
  })
})

test.each([
  ['PORT', 'http', 'http is no port; 0 takes a free one'],
  ['PORT', '70000', '70000 is no port; 0 takes a free one'],
  ['LOG_LEVEL', 'loud', 'loud is none of fatal, error, warn, info, debug, trace, silent'],
  ['ALLOW', 'yes', 'must be on or off'],
  ['ORIGIN', 'javascript:alert(1)', 'must be an address that starts with http:// or https://'],
  ['DAYS', 'many', 'must be a number'],
])('%s=%s is refused by name', (name, value, reason) => {
  expect(read({ [name]: value })).toEqual({
    ok: false,
    message: `The gateway's settings are wrong:\n  ${name}: ${reason}`,
  })
})

test('all wrong variables are named at once', () => {
  const result = read({ PORT: 'x', DEMO_MODE: 'maybe' })
  expect(result.ok ? '' : result.message.split('\n')).toHaveLength(3)
})

// Threat: T-EDGE-3
test.each([
  ['1', 1],
  ['0', false],
  ['false', false],
  ['loopback,10.0.0.0/8', 'loopback,10.0.0.0/8'],
])('TRUST_PROXY=%s is read', (given, TRUST_PROXY) => {
  expect(read({ TRUST_PROXY: given })).toEqual({ ok: true, settings: { ...DEFAULTS, TRUST_PROXY } })
})

// Threat: T-EDGE-3
test.each(['true', 'maybe', '10', '-1', '0.0.0.0/0'])(
  'TRUST_PROXY=%s is refused, with what to write',
  (TRUST_PROXY) => {
    const result = read({ TRUST_PROXY })
    expect(result.ok ? '' : result.message).toMatch(/TRUST_PROXY: .*the number of proxies .*\(1\), or their networks/)
  },
)
