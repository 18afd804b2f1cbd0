import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDataDir } from '../testing/process.ts'
import { readConfig, readServerConfig } from './config.ts'

test('without settings it listens on this machine alone, embedded, with the demonstration account', () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    demoAccount: true,
    docs: false,
    publicUrl: '/api',
    smtpUrl: undefined,
    mailFrom: 'nao-responda@localhost',
  })
})

// Rule: M-PRIVACY-6
test.each([
  { NODE_ENV: 'production', DATABASE_URL: 'embedded' },
  { DATABASE_URL: 'postgresql://db/atalaia' },
  { DEMO_ACCOUNT: 'off' },
])('with %p there is no demonstration account', (environment) => {
  expect(readConfig(environment).demoAccount).toBe(false)
})

const SAID = { PUBLIC_ORIGIN: 'https://atalaia.example', SMTP_URL: 'smtp://mail.example' }
const KEYS = ['LEAK_API_TOKEN_KEY', 'LEAK_API_LINK_KEY', 'LEAK_API_FINGERPRINT_KEY']

const missingIn = (environment: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readServerConfig({ NODE_ENV: 'production', DATA_DIR: newDataDir(), ...environment })
    return []
  } catch (error) {
    return [...String(error).matchAll(/^ {2}(\w+): production needs it/gm)].map(([, name = '']) => name)
  }
}

// Rule: M-SETTING-100
test('limits of calls are as set, and a start without them has the usual ones', () => {
  const { callsPerMinute, accountCallsPerMinute, keyCallsPerMinute, entranceCallsPerMinute } = readConfig({
    CALLS_PER_MINUTE: '10',
    ENTRANCE_CALLS_PER_MINUTE: '1000000',
  })
  expect([callsPerMinute, accountCallsPerMinute, keyCallsPerMinute, entranceCallsPerMinute]).toEqual([
    10, 1200, 600, 1_000_000,
  ])
})

// Rule: M-SETTING-100
test.each(['CALLS_PER_MINUTE', 'ACCOUNT_CALLS_PER_MINUTE', 'KEY_CALLS_PER_MINUTE', 'ENTRANCE_CALLS_PER_MINUTE'])(
  'a start names %s when nobody could call, or nothing would be limited',
  (name) => {
    for (const value of ['9', '1000001', '12.5', 'none']) expect(() => readConfig({ [name]: value })).toThrow(name)
  },
)

// Rule: M-SETTING-1
test.each<[NodeJS.ProcessEnv, readonly string[]]>([
  [{}, ['DATABASE_URL', 'PUBLIC_ORIGIN', 'SMTP_URL']],
  [{ ...SAID, DATABASE_URL: 'postgresql://db/atalaia' }, KEYS],
  [
    { DATABASE_URL: 'postgresql://db/atalaia', LEAK_API_LINK_KEY: 'k' },
    ['PUBLIC_ORIGIN', 'SMTP_URL', KEYS[0] ?? '', KEYS[2] ?? ''],
  ],
  [{ ...SAID, DATABASE_URL: 'embedded' }, []],
  [{ ...SAID, DATABASE_URL: 'embedded', NODE_ENV: 'development', SMTP_URL: '' }, []],
])('a server with %j names all that it lacks at once', (environment, names) => {
  expect(missingIn(environment)).toEqual(names)
})

// Rule: M-SETTING-1
test('keys in the data folder count as given', () => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'keys'), { recursive: true })
  for (const purpose of ['token', 'link', 'fingerprint']) writeFileSync(join(dataDir, 'keys', `${purpose}.key`), 'key')
  expect(missingIn({ ...SAID, DATA_DIR: dataDir, DATABASE_URL: 'postgresql://db/atalaia' })).toEqual([])
})

// Rule: M-SETTING-1
test('a command in production needs its database alone', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/DATABASE_URL: production needs it(?!.*SMTP_URL)/s)
  const { databaseUrl, smtpUrl } = readConfig({ NODE_ENV: 'production', DATABASE_URL: 'embedded', SMTP_URL: 'file:' })
  expect([databaseUrl, smtpUrl]).toEqual([undefined, undefined])
})

test.each([
  [{ PORT: 'http' }, 'PORT: http is no port'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: loud is none of'],
  [{ SMTP_URL: 'mail.acme.com' }, 'SMTP_URL: must be smtp://… or smtps://…'],
  [{ MAIL_FROM: 'Atalaia' }, 'MAIL_FROM: must be an e-mail address'],
])('%p is refused with its name', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

// Threat: T-EDGE-3
test('on the Kubernetes files the API believes the gateways about the client’s address', () => {
  const files = readFileSync(join(import.meta.dirname, '../../deploy/kubernetes/settings.yaml'), 'utf8').split('---')
  const [, trust = ''] = /^ {2}TRUST_PROXY: '(.*)'$/m.exec(files.find((file) => file.includes('name: api')) ?? '') ?? []
  expect(readConfig({ TRUST_PROXY: trust }).trustProxy).toBe(1)
})
