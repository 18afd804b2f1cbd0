import { resolve } from 'node:path'

export type Config = {
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** Without it, the embedded database in `dataDir` is used. */
  readonly databaseUrl: string | undefined
  readonly logLevel: string
  readonly production: boolean
  readonly demoAccount: boolean
  readonly docs: boolean
  readonly publicUrl: string
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const readPort = (text: string): number => {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT: ${text} is no port; 0 takes a free one`)
  return port
}
const readLogLevel = (text: string): string => {
  if (!LOG_LEVELS.includes(text)) throw new Error(`LOG_LEVEL: ${text} is none of ${LOG_LEVELS.join(', ')}`)
  return text
}
const filled = (value: string | undefined): string | undefined => (value === '' ? undefined : value)

/** The settings of the process, with their defaults. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const databaseUrl = filled(environment.DATABASE_URL)
  const production = environment.NODE_ENV === 'production'
  return {
    port: readPort(filled(environment.PORT) ?? '4000'),
    host: filled(environment.HOST) ?? '127.0.0.1',
    dataDir: resolve(filled(environment.DATA_DIR) ?? '.data'),
    databaseUrl,
    logLevel: readLogLevel(filled(environment.LOG_LEVEL) ?? 'info'),
    production,
    demoAccount: databaseUrl === undefined && !production && environment.DEMO_ACCOUNT !== 'off',
    docs: environment.NODE_ENV === 'development',
    publicUrl: filled(environment.PUBLIC_API_URL) ?? '/api',
  }
}
