import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from './config.ts'

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
test.each([{ NODE_ENV: 'production' }, { DATABASE_URL: 'postgresql://db/atalaia' }, { DEMO_ACCOUNT: 'off' }])(
  'with %p there is no demonstration account',
  (environment) => {
    expect(readConfig(environment).demoAccount).toBe(false)
  },
)

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
