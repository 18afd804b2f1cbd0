import type { VerdictMode } from '@atalaia/artifact'
import { CHANNEL_PATTERN, DEFAULT_CHANNEL, defaultPublicConfig, emailAddressSchema } from '@atalaia/contracts'
import type { PublicConfig } from '@atalaia/contracts'
import {
  EMBEDDED,
  fields,
  readSettings,
  setting,
  SIGN_IN_SETTINGS,
  signInAddresses,
  webAddress,
  withoutSlashesAtEnd,
  type ForeignAddresses,
  type LogLevel,
  type TrustProxy,
} from '@atalaia/server'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { demandsOfCommands, demandsOfServers, type Demands } from './demanded-settings.ts'
import { overrideOrigins, remoteOverrides } from './delivery/override-settings.ts'
import { trustedTypesSetting } from './delivery/headers.ts'

export type GatewayConfig = {
  readonly port: number
  readonly host: string
  readonly production: boolean
  readonly logLevel: LogLevel
  readonly trustProxy: TrustProxy
  /**
   * Refuses requests that name another host than this machine. True outside production, on
   * loopback, without a proxy (M-GATEWAY-14).
   */
  readonly localOnly?: boolean
  readonly publicOrigin: string | undefined
  readonly apiUpstream: string | undefined
  readonly shellDir: string
  readonly remoteDirs: readonly string[] | undefined
  /** Remotes that other addresses serve, by name. Development only. */
  readonly overrides: ReadonlyMap<string, string>
  readonly publicConfig: PublicConfig
  readonly trustedTypes?: readonly string[]
  /** Otherwise a browser needs a signed link. */
  readonly overridable: boolean
  readonly overrideAddresses: ForeignAddresses
  /** Without it, the gateway publishes nothing and serves the builds of the workspace. */
  readonly registry: RegistryConfig | undefined
  readonly channel: string
  /** Browsers that count per network address when the gateway judges a promotion (M-ROLLBACK-3). */
  readonly reportsPerAddress: number
  readonly metricsToken: string | undefined
  /** Default: none. Lower case. */
  readonly audienceHeaders?: readonly string[]
  /** In lower case. Needs `trustProxy` (M-AUDIENCE-4). */
  readonly regionHeader?: string | undefined
  /** M-SHELL-1 */
  readonly forceShell?: string | undefined
  readonly tls: { readonly cert: string; readonly key: string } | undefined
}

export type RegistryConfig = {
  readonly dataDir: string
  /** Default: an embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Migrates a database of `databaseUrl` that is in use at the start (M-SCHEMA-2). */
  readonly migrateAtStart: boolean
  readonly artifacts:
    | { readonly kind: 'folder'; readonly folder: string }
    | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string; readonly client: S3Settings }
  readonly retentionDays: number
  readonly verdicts: VerdictMode
}

type S3Settings = { readonly endpoint?: string; readonly region: string; readonly forcePathStyle: boolean }

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** `none`, or empty: no backend. */
const publicApiUrl = z
  .string()
  .default('/api')
  .transform((value) => (value === '' || value === 'none' ? null : withoutSlashesAtEnd(value)))
  .refine(
    (value) => value === null || value.startsWith('/') || webAddress.safeParse(value).success,
    'must be a path or an address',
  )

const pageAddress = z
  .url({ protocol: /^https?$/, hostname: z.regexes.domain })
  .max(500)
  .optional()

/** docs/reference/settings.md has defaults and meanings. */
const environmentSchema = z.object({
  PORT: fields.port(3000),
  HOST: fields.host('127.0.0.1'),
  NODE_ENV: fields.production,
  LOG_LEVEL: fields.logLevel,
  TRUST_PROXY: fields.trustProxy(false),
  PUBLIC_ORIGIN: fields.webOrigin,
  API_UPSTREAM: fields.webAddress,
  PUBLIC_API_URL: publicApiUrl,
  DEMO_MODE: fields.flag,
  GOOGLE_MAPS_KEY: setting(
    z
      .string()
      .regex(/^[\w-]{1,100}$/, 'must be a key of letters, digits, _ and -')
      .optional(),
  ),
  SIDEBAR_DEMO: fields.onOff,
  BRAND: setting(z.string().max(40).default(defaultPublicConfig.brand)),
  ...SIGN_IN_SETTINGS,
  PRIVACY_URL: setting(pageAddress),
  TERMS_URL: setting(pageAddress),
  OFFICER_EMAIL: setting(z.optional(emailAddressSchema)),
  CONTACT_EMAIL: setting(z.optional(emailAddressSchema)),
  SHELL_DIR: fields.optionalText,
  SHELL_FORCE: fields.optionalText,
  REMOTES: fields.list,
  REMOTE_OVERRIDES: remoteOverrides,
  ALLOW_OVERRIDES: fields.onOff,
  OVERRIDE_ORIGINS: overrideOrigins,
  TRUSTED_TYPES: trustedTypesSetting,
  DATA_DIR: fields.optionalText,
  DATABASE_URL: fields.databaseUrl,
  MIGRATE: fields.migrate,
  ARTIFACTS_DIR: fields.optionalText,
  ARTIFACTS_BUCKET: fields.optionalText,
  ARTIFACTS_PREFIX: fields.text(''),
  S3_ENDPOINT: fields.webAddress,
  S3_REGION: fields.text('us-east-1'),
  RETENTION_DAYS: fields.wholeNumber(30, { min: 1, max: 3650 }),
  CHANNEL: setting(z.string().regex(CHANNEL_PATTERN, 'must be in lower case').default(DEFAULT_CHANNEL)),
  REPORTS_PER_ADDRESS: fields.wholeNumber(5, { min: 1 }),
  VERDICTS: setting(z.enum(['off', 'advised', 'required'], 'must be off, advised or required').default('off')),
  METRICS_TOKEN: fields.optionalText,
  AUDIENCE_HEADERS: fields.headerNames,
  REGION_HEADER: fields.headerName,
  TLS_CERT: fields.optionalText,
  TLS_KEY: fields.optionalText,
})

export type EnvironmentResult =
  | { readonly ok: true; readonly config: GatewayConfig }
  | { readonly ok: false; readonly message: string }

/** Resolves folders against `root`. */
export const readEnvironment = (env: NodeJS.ProcessEnv, root: string): EnvironmentResult =>
  readWith(demandsOfCommands, env, root)

/** Of a server; in production without missing settings (M-SETTING-1). */
export const readServerEnvironment = (env: NodeJS.ProcessEnv, root: string): EnvironmentResult =>
  readWith(demandsOfServers, env, root)

const readWith = (demands: Demands, env: NodeJS.ProcessEnv, root: string): EnvironmentResult => {
  const read = readSettings('The gateway', environmentSchema, env, demands(env))
  if (!read.ok) return read
  const values = read.settings
  const production = values.NODE_ENV
  if (production && values.REMOTE_OVERRIDES.size > 0)
    return { ok: false, message: 'REMOTE_OVERRIDES is for development: take it out, or do not set NODE_ENV=production' }
  if (values.REGION_HEADER !== undefined && values.TRUST_PROXY === false)
    return { ok: false, message: 'REGION_HEADER is a proxy’s word: set TRUST_PROXY, or take it out' }
  const { TLS_CERT: cert, TLS_KEY: key } = values
  if ((cert === undefined) !== (key === undefined))
    return { ok: false, message: 'TLS_CERT and TLS_KEY belong together: set both, or none' }
  return {
    ok: true,
    config: {
      tls: cert === undefined || key === undefined ? undefined : { cert: resolve(root, cert), key: resolve(root, key) },
      port: values.PORT,
      host: values.HOST,
      production,
      logLevel: values.LOG_LEVEL,
      trustProxy: values.TRUST_PROXY,
      localOnly: !production && isLoopback(values.HOST) && values.TRUST_PROXY === false,
      publicOrigin: values.PUBLIC_ORIGIN,
      apiUpstream: values.API_UPSTREAM,
      shellDir: resolve(root, values.SHELL_DIR ?? 'host-shell/dist'),
      remoteDirs: values.REMOTES?.map((dir) => resolve(root, dir)),
      overrides: values.REMOTE_OVERRIDES,
      overridable: values.ALLOW_OVERRIDES ?? false,
      // While people develop, on their own machine alone.
      overrideAddresses: { origins: values.OVERRIDE_ORIGINS, local: !production && isLoopback(values.HOST) },
      trustedTypes: values.TRUSTED_TYPES,
      registry:
        env['DATABASE_URL'] === EMBEDDED || values.DATA_DIR || values.DATABASE_URL
          ? registryOf(values, root)
          : undefined,
      channel: values.CHANNEL,
      reportsPerAddress: values.REPORTS_PER_ADDRESS,
      metricsToken: values.METRICS_TOKEN,
      forceShell: values.SHELL_FORCE,
      audienceHeaders: values.AUDIENCE_HEADERS,
      regionHeader: values.REGION_HEADER,
      publicConfig: {
        apiUrl: values.PUBLIC_API_URL,
        demo: values.DEMO_MODE,
        googleMapsKey: values.GOOGLE_MAPS_KEY,
        showDemo: values.SIDEBAR_DEMO === true || undefined,
        brand: values.BRAND,
        signIn: signInAddresses(values, values.PUBLIC_API_URL),
        legal: legalOf(values),
      },
    },
  }
}

const legalOf = (values: z.output<typeof environmentSchema>) => {
  const { PRIVACY_URL: privacy = null, TERMS_URL: terms = null, OFFICER_EMAIL: officer = null } = values
  const legal = { privacy, terms, officer, contact: values.CONTACT_EMAIL ?? null }
  return Object.values(legal).some((each) => each !== null) ? legal : undefined
}

const registryOf = (values: z.output<typeof environmentSchema>, root: string): RegistryConfig => {
  const dataDir = resolve(root, values.DATA_DIR ?? '.data')
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = values
  const prefix = values.ARTIFACTS_PREFIX === '' ? '' : `${withoutSlashesAtEnd(values.ARTIFACTS_PREFIX)}/`
  const client = { region, forcePathStyle: endpoint !== undefined, ...(endpoint !== undefined && { endpoint }) }
  return {
    dataDir,
    databaseUrl: values.DATABASE_URL,
    migrateAtStart: values.MIGRATE,
    artifacts:
      values.ARTIFACTS_BUCKET === undefined
        ? { kind: 'folder', folder: resolve(root, values.ARTIFACTS_DIR ?? join(dataDir, 'artifacts')) }
        : { kind: 's3', bucket: values.ARTIFACTS_BUCKET, prefix, client },
    retentionDays: values.RETENTION_DAYS,
    verdicts: values.VERDICTS,
  }
}
