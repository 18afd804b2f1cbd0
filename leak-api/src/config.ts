import { defaultPublicConfig, emailAddressSchema } from '@atalaia/contracts'
import {
  DEMANDED_DATABASE,
  fields,
  readSettings,
  setting,
  webOrigin,
  type DemandedSetting,
  type LogLevel,
  type TrustProxy,
} from '@atalaia/server'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { PROVIDER_SETTINGS, providersIn } from './accounts/identities/own-providers.ts'
import { CALL_LIMITS, type CallLimitOptions } from './base/access/call-limits.ts'
import type { CallRules } from './base/called-address.ts'
import { KEY_PURPOSES } from './base/key-ring.ts'
import type { Provider } from './base/people/provider.ts'
import { keyFile, keyVariable } from './base/store/keys.ts'

const SMTP_ADDRESS = /^smtps?:\/\/[^\s/]+\/?(\?\S*)?$/
/** The value of `SMTP_URL` that chooses files. */
const MAIL_FILES = 'file:'

/** M-SETTING-100 */
const CALL_LIMIT_BOUNDS = { min: 10, max: 1_000_000 }
const callLimit = (name: keyof CallLimitOptions) => fields.wholeNumber(CALL_LIMITS[name], CALL_LIMIT_BOUNDS)

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
      .refine(
        (value) => value === MAIL_FILES || (SMTP_ADDRESS.test(value) && URL.canParse(value)),
        'must be smtp://… or smtps://…, or file: for files in DATA_DIR/outbox',
      )
      .optional(),
  ).transform((value) => (value === MAIL_FILES ? undefined : value)),
  MAIL_FROM: setting(z.optional(emailAddressSchema)),
  BACKUP_STAMP: fields.optionalText,
  METRICS_TOKEN: fields.optionalText,
  CALLS_PER_MINUTE: callLimit('callsPerMinute'),
  ACCOUNT_CALLS_PER_MINUTE: callLimit('accountCallsPerMinute'),
  KEY_CALLS_PER_MINUTE: callLimit('keyCallsPerMinute'),
  ENTRANCE_CALLS_PER_MINUTE: callLimit('entranceCallsPerMinute'),
  ...PROVIDER_SETTINGS,
})

// Installations from before notices have no key of proofs.
const DEMANDED_KEYS = KEY_PURPOSES.filter((purpose) => purpose !== 'proof')

const keyPlace = settingsSchema.pick({ DATA_DIR: true, DATABASE_URL: true })

export type Config = CallLimitOptions & {
  /** 0 takes a free port. */
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** M-SCHEMA-2 */
  readonly migrateAtStart: boolean
  readonly logLevel: LogLevel
  readonly production: boolean
  /** Never with `databaseUrl` or in production (M-PRIVACY-6). */
  readonly demoAccount: boolean
  readonly docs: boolean
  readonly publicUrl: string
  readonly trustProxy: TrustProxy
  /** Default: true in production. Watches addresses only with their owner's yes (M-OWN-1). */
  readonly isOwnershipChecked: boolean
  /** Default: the system's. */
  readonly dnsServers: readonly string[] | undefined
  /** On this machine or in a private network. */
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
  /** True outside production. */
  readonly loopbackIssuers: boolean
  readonly backupStamp: string | undefined
  readonly metricsToken: string | undefined
}

const DEMANDED_BY_SERVER: readonly DemandedSetting[] = [
  { name: 'PUBLIC_ORIGIN', write: 'https://… as people open it; links in mails begin with it' },
  { name: 'SMTP_URL', write: 'smtp://USER:PASSWORD@HOST:587, or file: to write mails into DATA_DIR/outbox' },
]

/** Throws an error that names each wrong setting. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => read(environment, [DEMANDED_DATABASE])

/** M-SETTING-1. Throws like {@link readConfig}. */
export const readServerConfig = (environment: NodeJS.ProcessEnv): Config =>
  read(environment, [DEMANDED_DATABASE, ...DEMANDED_BY_SERVER, ...missingKeys(environment)])

/** Several servers share an operator's PostgreSQL: no start makes its keys. */
const missingKeys = (environment: NodeJS.ProcessEnv): readonly DemandedSetting[] => {
  const { success, data } = keyPlace.safeParse(environment)
  if (!success || data.DATABASE_URL === undefined) return []
  return DEMANDED_KEYS.filter((purpose) => !existsSync(keyFile(data.DATA_DIR, purpose))).map((purpose) => ({
    name: keyVariable(purpose),
    write: 'equal on all servers; npm run leaks -- installation-keys make prints new ones, once',
  }))
}

const read = (environment: NodeJS.ProcessEnv, demanded: readonly DemandedSetting[]): Config => {
  const result = readSettings('leak-api', settingsSchema, environment, demanded)
  if (!result.ok) throw new Error(result.message)
  const { settings } = result
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
    callsPerMinute: settings.CALLS_PER_MINUTE,
    accountCallsPerMinute: settings.ACCOUNT_CALLS_PER_MINUTE,
    keyCallsPerMinute: settings.KEY_CALLS_PER_MINUTE,
    entranceCallsPerMinute: settings.ENTRANCE_CALLS_PER_MINUTE,
    mailFrom: settings.MAIL_FROM ?? `nao-responda@${new URL(settings.PUBLIC_ORIGIN).hostname}`,
  }
}
