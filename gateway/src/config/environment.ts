import { resolve } from 'node:path'
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
}

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
  BRAND: z.preprocess(unset, z.string().max(40).default(defaultPublicConfig.brand)),
  GOOGLE_SIGN_IN_URL: optionalAddress,
  MICROSOFT_SIGN_IN_URL: optionalAddress,
  SHELL_DIR: optionalText,
  REMOTES: list,
  REMOTE_OVERRIDES: overridesSchema,
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
      publicConfig: {
        apiUrl: values.PUBLIC_API_URL,
        demo: values.DEMO_MODE,
        brand: values.BRAND,
        signIn: { google: values.GOOGLE_SIGN_IN_URL ?? null, microsoft: values.MICROSOFT_SIGN_IN_URL ?? null },
      },
    },
  }
}
