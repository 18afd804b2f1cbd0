import { join, resolve } from 'node:path'
import { defaultPublicConfig, remoteNameSchema, type PublicConfig } from '@atalaia/contracts'
import { z } from 'zod'

/** What the process is told by its environment. */
export type GatewayConfig = {
  readonly port: number
  readonly host: string
  readonly production: boolean
  readonly logLevel: LogLevel
  /** Is the sender of `X-Forwarded-*` to be believed? Only behind a proxy of one's own. */
  readonly trustProxy: boolean
  /** The address people use, when the requests' own `Host` is not it. */
  readonly publicOrigin: string | undefined
  readonly apiUpstream: string | undefined
  readonly shellDir: string
  /** `undefined`: all remotes of the workspace. */
  readonly remoteDirs: readonly string[] | undefined
  /** Remotes that are served from elsewhere, by name; development only. */
  readonly overrides: ReadonlyMap<string, string>
  readonly publicConfig: PublicConfig
  /** May every browser take remotes from elsewhere? Otherwise only by a signed link. */
  readonly overridable: boolean
  /** Where versions are kept; `undefined`: nothing can be published, and the builds of the workspace are served. */
  readonly registry: RegistryConfig | undefined
  /** The channel that this gateway serves. */
  readonly channel: string
  /** The most browsers of one network address that count for taking a promotion back. */
  readonly reportsPerAddress: number
  readonly metricsToken: string | undefined
}

export type RegistryConfig = {
  readonly dataDir: string
  /** Without it, an embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly artifacts:
    | { readonly kind: 'folder'; readonly folder: string }
    | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string; readonly client: S3Settings }
  /** Days that a version is kept after it was last promoted. */
  readonly retentionDays: number
}

type S3Settings = { readonly endpoint?: string; readonly region: string; readonly forcePathStyle: boolean }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** An empty variable counts as one that is not set. */
const unset = (value: unknown) => (value === '' ? undefined : value)
const optionalText = z.preprocess(unset, z.string().optional())
const flag = z
  .preprocess(unset, z.enum(['1', '0', 'true', 'false'], 'must be true or false').default('false'))
  .transform((value) => value === '1' || value === 'true')

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const webAddress = z
  .string()
  .refine(isWebAddress, 'must be an address that starts with http:// or https://')
  .transform((value) => value.replace(/\/+$/, ''))
const optionalAddress = z.preprocess(unset, webAddress.optional())

const list = optionalText.transform((value) =>
  value
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

const overridesSchema = list.transform((entries = [], context) => {
  const overrides = new Map<string, string>()
  for (const entry of entries) {
    const at = entry.indexOf('=')
    const name = remoteNameSchema.safeParse(entry.slice(0, at))
    const address = webAddress.safeParse(entry.slice(at + 1))
    if (name.success && address.success) overrides.set(name.data, address.data)
    else context.addIssue(`"${entry}" must be mfe-<name>=<address>`)
  }
  return overrides
})

/** `none`, or empty: no backend. */
const publicApiUrl = z
  .string()
  .default('/api')
  .transform((value) => (value === '' || value === 'none' ? null : value.replace(/\/+$/, '')))
  .refine((value) => value === null || value.startsWith('/') || isWebAddress(value), 'must be a path or an address')

const environmentSchema = z.object({
  PORT: z.preprocess(unset, z.coerce.number('must be a number').int().min(0).max(65_535).default(3000)),
  HOST: z.preprocess(unset, z.string().default('0.0.0.0')),
  NODE_ENV: optionalText,
  LOG_LEVEL: z.preprocess(unset, z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info')),
  TRUST_PROXY: flag,
  PUBLIC_ORIGIN: optionalAddress,
  API_UPSTREAM: optionalAddress,
  PUBLIC_API_URL: publicApiUrl,
  DEMO_MODE: flag,
  GOOGLE_MAPS_KEY: z.preprocess(
    unset,
    z
      .string()
      .regex(/^[\w-]{1,100}$/, 'must be a key of letters, digits, _ and -')
      .optional(),
  ),
  SIDEBAR_DEMO: z.preprocess(unset, z.enum(['on', 'off'], 'must be on or off').optional()),
  BRAND: z.preprocess(unset, z.string().max(40).default(defaultPublicConfig.brand)),
  GOOGLE_SIGN_IN_URL: optionalAddress,
  MICROSOFT_SIGN_IN_URL: optionalAddress,
  SHELL_DIR: optionalText,
  REMOTES: list,
  REMOTE_OVERRIDES: overridesSchema,
  ALLOW_OVERRIDES: z.preprocess(unset, z.enum(['on', 'off'], 'must be on or off').optional()),
  DATA_DIR: optionalText,
  DATABASE_URL: optionalText,
  ARTIFACTS_DIR: optionalText,
  ARTIFACTS_BUCKET: optionalText,
  ARTIFACTS_PREFIX: z.preprocess(unset, z.string().default('')),
  S3_ENDPOINT: optionalAddress,
  S3_REGION: z.preprocess(unset, z.string().default('us-east-1')),
  RETENTION_DAYS: z.preprocess(unset, z.coerce.number('must be a number').int().min(1).max(3650).default(30)),
  CHANNEL: z.preprocess(
    unset,
    z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'must be in lower case')
      .default('stable'),
  ),
  REPORTS_PER_ADDRESS: z.preprocess(unset, z.coerce.number('must be a number').int().min(1).default(5)),
  METRICS_TOKEN: optionalText,
})

export type EnvironmentResult =
  | { readonly ok: true; readonly config: GatewayConfig }
  | { readonly ok: false; readonly message: string }

/** Reads the process's environment; `root` is the workspace, against which folders are resolved. */
export const readEnvironment = (env: NodeJS.ProcessEnv, root: string): EnvironmentResult => {
  const parsed = environmentSchema.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    return { ok: false, message: `The gateway's settings are wrong:\n${lines.join('\n')}` }
  }
  const values = parsed.data
  const production = values.NODE_ENV === 'production'
  if (production && values.REMOTE_OVERRIDES.size > 0)
    return { ok: false, message: 'REMOTE_OVERRIDES is for development: take it out, or do not set NODE_ENV=production' }
  return {
    ok: true,
    config: {
      port: values.PORT,
      host: values.HOST,
      production,
      logLevel: values.LOG_LEVEL,
      trustProxy: values.TRUST_PROXY,
      publicOrigin: values.PUBLIC_ORIGIN,
      apiUpstream: values.API_UPSTREAM,
      shellDir: resolve(root, values.SHELL_DIR ?? 'host-shell/dist'),
      remoteDirs: values.REMOTES?.map((dir) => resolve(root, dir)),
      overrides: values.REMOTE_OVERRIDES,
      overridable: values.ALLOW_OVERRIDES === undefined ? !production : values.ALLOW_OVERRIDES === 'on',
      registry: registryOf(values, root),
      channel: values.CHANNEL,
      reportsPerAddress: values.REPORTS_PER_ADDRESS,
      metricsToken: values.METRICS_TOKEN,
      publicConfig: {
        apiUrl: values.PUBLIC_API_URL,
        demo: values.DEMO_MODE,
        googleMapsKey: values.GOOGLE_MAPS_KEY,
        showDemo: values.SIDEBAR_DEMO === 'on' || undefined,
        brand: values.BRAND,
        signIn: { google: values.GOOGLE_SIGN_IN_URL ?? null, microsoft: values.MICROSOFT_SIGN_IN_URL ?? null },
      },
    },
  }
}

const registryOf = (values: z.output<typeof environmentSchema>, root: string): RegistryConfig | undefined => {
  if (values.DATA_DIR === undefined && values.DATABASE_URL === undefined) return undefined
  const dataDir = resolve(root, values.DATA_DIR ?? '.data')
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = values
  const prefix = values.ARTIFACTS_PREFIX === '' ? '' : `${values.ARTIFACTS_PREFIX.replace(/\/+$/, '')}/`
  const client = { region, forcePathStyle: endpoint !== undefined, ...(endpoint !== undefined && { endpoint }) }
  return {
    dataDir,
    databaseUrl: values.DATABASE_URL,
    artifacts:
      values.ARTIFACTS_BUCKET === undefined
        ? { kind: 'folder', folder: resolve(root, values.ARTIFACTS_DIR ?? join(dataDir, 'artifacts')) }
        : { kind: 's3', bucket: values.ARTIFACTS_BUCKET, prefix, client },
    retentionDays: values.RETENTION_DAYS,
  }
}
