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
  BACKUP_STAMP: fields.optionalText,
  METRICS_TOKEN: fields.optionalText,
  ...PROVIDER_SETTINGS,
})

export type Config = {
  /** 0 takes a free port. */
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** True: the start migrates a database in use (M-SCHEMA-2). */
  readonly migrateAtStart: boolean
  readonly logLevel: LogLevel
  readonly production: boolean
  /** Never with `databaseUrl` or in production (M-PRIVACY-6). */
  readonly demoAccount: boolean
  /** Serves the OpenAPI page at /api/docs. */
  readonly docs: boolean
  readonly publicUrl: string
  readonly trustProxy: TrustProxy
  /** True in production, unless switched off: watches addresses only with their owner's yes (M-OWN-1). */
  readonly isOwnershipChecked: boolean
  /** Default: the system's. */
  readonly dnsServers: readonly string[] | undefined
  /** True: proofs may lie on this machine or in a private network. */
  readonly proofFileLocal: boolean
  /** http only outside production; private addresses where the operator allows them. */
  readonly webhookRules: CallRules
  /** Without a slash at its end. */
  readonly publicOrigin: string
  readonly brand: string
  /** Receives the first digits of a password's hash. */
  readonly passwordRangesUrl: string | undefined
  /** Absent: mails are written into `dataDir`. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly providers: readonly Provider[]
  /** True outside production: allows http on this machine. */
  readonly loopbackIssuers: boolean
  /** The file that a backup touches at its end. */
  readonly backupStamp: string | undefined
  readonly metricsToken: string | undefined
}

/** Throws an error that names each wrong setting. */
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
    backupStamp: settings.BACKUP_STAMP,
    metricsToken: settings.METRICS_TOKEN,
    mailFrom: settings.MAIL_FROM ?? `nao-responda@${new URL(settings.PUBLIC_ORIGIN).hostname}`,
  }
}
