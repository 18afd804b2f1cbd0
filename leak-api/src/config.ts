import { fields, readSettings, type LogLevel, type TrustProxy } from '@atalaia/server'
import { z } from 'zod'

const settingsSchema = z.object({
  PORT: fields.port(4000),
  HOST: fields.host('127.0.0.1'),
  DATA_DIR: fields.dataDir(),
  DATABASE_URL: fields.databaseUrl,
  LOG_LEVEL: fields.logLevel,
  NODE_ENV: fields.optionalText,
  DEMO_ACCOUNT: fields.optionalText,
  PUBLIC_API_URL: fields.text('/api'),
  TRUST_PROXY: fields.trustProxy('loopback'),
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
  readonly logLevel: LogLevel
  readonly production: boolean
  /** Never with `databaseUrl` or in production. */
  readonly demoAccount: boolean
  /** Serves the OpenAPI page at /api/docs. */
  readonly docs: boolean
  /** Stands before the path of a report's link. */
  readonly publicUrl: string
  readonly trustProxy: TrustProxy
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
    logLevel: settings.LOG_LEVEL,
    production,
    demoAccount: settings.DATABASE_URL === undefined && !production && settings.DEMO_ACCOUNT !== 'off',
    docs: settings.NODE_ENV === 'development',
    publicUrl: settings.PUBLIC_API_URL,
    trustProxy: settings.TRUST_PROXY,
  }
}
