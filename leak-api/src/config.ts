import { defaultPublicConfig } from '@atalaia/contracts'
import { fields, readSettings, setting, webOrigin, type LogLevel, type TrustProxy } from '@atalaia/server'
import { z } from 'zod'
import { PROVIDER_SETTINGS, providersIn } from './accounts/identities/own-providers.ts'
import type { CallRules } from './base/called-address.ts'
import type { Provider } from './base/people/provider.ts'

const SMTP_ADDRESS = /^smtps?:\/\/[^\s/]+\/?(\?\S*)?$/

const settingsSchema = z.object({
  PORT: fields.port(4000),
  HOST: fields.host('127.0.0.1'),
  DATA_DIR: fields.dataDir(),
  DATABASE_URL: fields.databaseUrl,
  MIGRATE: fields.migrate,
  LOG_LEVEL: fields.logLevel,
  NODE_ENV: fields.optionalText,
  DEMO_ACCOUNT: fields.optionalText,
  PUBLIC_API_URL: fields.text('/api'),
  TRUST_PROXY: fields.trustProxy('loopback'),
  OWNERSHIP_CHECK: fields.onOff,
  DNS_SERVERS: fields.list,
  PROOF_FILE_LOCAL: fields.flag,
  WEBHOOK_LOCAL: fields.flag,
  PASSWORD_RANGES_URL: setting(z.url({ protocol: /^https?$/, error: 'must be http://… or https://…' }).optional()),
  PUBLIC_ORIGIN: setting(webOrigin.default('http://localhost:3000')),
  BRAND: setting(z.string().max(40).default(defaultPublicConfig.brand)),
  // The message names no value: it may hold a password.
  SMTP_URL: setting(
    z
      .string()
      .refine((value) => SMTP_ADDRESS.test(value) && URL.canParse(value), 'must be smtp://… or smtps://…')
      .optional(),
  ),
  MAIL_FROM: setting(z.email('must be an e-mail address').optional()),
  ...PROVIDER_SETTINGS,
})

/** The settings of the server and of its command lines. */
export type Config = {
  /** 0 takes a free port. */
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** Without it, the embedded database in `dataDir` is used. */
  readonly databaseUrl: string | undefined
  /** Whether a database of `databaseUrl` that is in use is migrated at the start (M-SCHEMA-2). */
  readonly migrateAtStart: boolean
  readonly logLevel: LogLevel
  readonly production: boolean
  /** Never with `databaseUrl` or in production (M-PRIVACY-6). */
  readonly demoAccount: boolean
  /** Serves the OpenAPI page at /api/docs. */
  readonly docs: boolean
  /** Stands before the path of a report's link. */
  readonly publicUrl: string
  readonly trustProxy: TrustProxy
  /** True where addresses are watched only with their owner's yes (M-OWN-1): in production, unless it is switched off. */
  readonly isOwnershipChecked: boolean
  /** The name servers that are asked for proofs of domains. Default: the system's. */
  readonly dnsServers: readonly string[] | undefined
  /** True where the website of a domain may be on this machine or in a private network. */
  readonly proofFileLocal: boolean
  /** The addresses that webhooks may have: http outside production alone, private ones where the operator allows them. */
  readonly webhookRules: CallRules
  /** The address of the product's pages, without a slash at its end; links in mails begin with it. */
  readonly publicOrigin: string
  readonly brand: string
  /** A list of leaked passwords, asked by the first digits of a hash. */
  readonly passwordRangesUrl: string | undefined
  /** The server that mails are sent by. Without it they are written into `dataDir`. */
  readonly smtpUrl: string | undefined
  /** The address that mails are from. */
  readonly mailFrom: string
  /** The providers that everybody may sign in with. */
  readonly providers: readonly Provider[]
  /** True where an OpenID provider on this machine may be asked over http: outside production. */
  readonly loopbackIssuers: boolean
}

/** Reads the settings with their defaults; throws an error that names each wrong one. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const read = readSettings('leak-api', settingsSchema, environment)
  if (!read.ok) throw new Error(read.message)
  const { settings } = read
  const production = settings.NODE_ENV === 'production'
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    migrateAtStart: settings.MIGRATE,
    logLevel: settings.LOG_LEVEL,
    production,
    demoAccount: settings.DATABASE_URL === undefined && !production && settings.DEMO_ACCOUNT !== 'off',
    docs: settings.NODE_ENV === 'development',
    publicUrl: settings.PUBLIC_API_URL,
    trustProxy: settings.TRUST_PROXY,
    isOwnershipChecked: settings.OWNERSHIP_CHECK ?? production,
    dnsServers: settings.DNS_SERVERS,
    proofFileLocal: settings.PROOF_FILE_LOCAL,
    webhookRules: { http: !production, local: settings.WEBHOOK_LOCAL },
    publicOrigin: settings.PUBLIC_ORIGIN,
    brand: settings.BRAND,
    passwordRangesUrl: settings.PASSWORD_RANGES_URL,
    smtpUrl: settings.SMTP_URL,
    providers: providersIn(settings, {
      loopback: !production,
      publicOrigin: settings.PUBLIC_ORIGIN,
      publicUrl: settings.PUBLIC_API_URL,
    }),
    loopbackIssuers: !production,
    mailFrom: settings.MAIL_FROM ?? `nao-responda@${new URL(settings.PUBLIC_ORIGIN).hostname}`,
  }
}
