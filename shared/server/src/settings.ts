import { resolve } from 'node:path'
import { z } from 'zod'
import { areNetworks, type TrustProxy } from './client-address.ts'

/** Empty counts as unset: compose files and units write `NAME=` for "none". */
const unset = (value: unknown) => (value === '' ? undefined : value)

export const setting = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(unset, schema)

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Linear even for strangers' long runs of slashes. */
export const withoutSlashesAtEnd = (text: string): string => text.replace(/(?<!\/)\/+$/, '')

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

export const webAddress = z
  .string()
  .refine(isWebAddress, 'must be an address that starts with http:// or https://')
  .transform(withoutSlashesAtEnd)

export const webOrigin = webAddress.transform((address) => new URL(address).origin)

/** The value of `DATABASE_URL` that chooses the database in `DATA_DIR`. */
export const EMBEDDED = 'embedded'

const optionalText = setting(z.string().optional())

const wholeNumber = (fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
  setting(
    z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(min, `must be at least ${min}`)
      .max(max, `must be at most ${max}`)
      .default(fallback),
  )

const port = (fallback: number) =>
  setting(
    z
      .string()
      .default(String(fallback))
      .transform((text, context) => {
        const value = Number(text)
        if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value
        context.addIssue(`${text} is no port; 0 takes a free one`)
        return z.NEVER
      }),
  )

const flag = setting(z.enum(['1', '0', 'true', 'false'], 'must be true or false').default('false')).transform(
  (value) => value === '1' || value === 'true',
)

const MAX_HOPS = 9
const PROXIES =
  'the number of proxies in front of this server (1), or their networks (loopback,10.0.0.0/8); false for none'

/**
 * `false` or `0`, a number of proxies, or their networks, with `loopback`, `linklocal` and
 * `uniquelocal`. Refuses `true`: it would believe any client's address.
 */
const trustProxy = (fallback: TrustProxy) =>
  optionalText.transform((value, context): TrustProxy => {
    if (value === undefined) return fallback
    if (value === 'false') return false
    const hops = Number(value)
    if (Number.isInteger(hops) && hops >= 0 && hops <= MAX_HOPS) return hops === 0 ? false : hops
    if (areNetworks(value)) return value
    context.addIssue(
      value === 'true' ? `true would believe any address that a client claims: write ${PROXIES}` : `must be ${PROXIES}`,
    )
    return z.NEVER
  })

const folder = (fallback: string, root = '.') =>
  setting(z.string().default(fallback)).transform((path) => resolve(root, path))

const partsOf = (value: string | undefined) =>
  value
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const OWN_HEADERS = ['authorization', 'cookie', 'host', 'proxy-authorization']
const headerName = z
  .string()
  .toLowerCase()
  .refine(
    (name) => /^[a-z0-9-]{1,64}$/.test(name) && !OWN_HEADERS.includes(name),
    `must be the name of a header, as X-Beta, and none of ${OWN_HEADERS.join(', ')}`,
  )

/** Schemas of single variables. Empty counts as unset; errors fit one line. */
export const fields = {
  optionalText,
  text: (fallback: string) => setting(z.string().default(fallback)),
  wholeNumber,
  port,
  host: (fallback: '127.0.0.1' | '0.0.0.0') => setting(z.string().default(fallback)),
  flag,
  /** `undefined` when unset. */
  onOff: setting(z.enum(['on', 'off'], 'must be on or off').optional()).transform((value) =>
    value === undefined ? undefined : value === 'on',
  ),
  webAddress: setting(webAddress.optional()),
  webOrigin: setting(webOrigin.optional()),
  /** Trimmed parts between commas, without empty ones; `undefined` when unset. */
  list: optionalText.transform(partsOf),
  /** In lower case; `undefined` when unset. */
  headerName: setting(headerName.optional()),
  /** Between commas, in lower case; empty when unset. */
  headerNames: optionalText.transform((value) => partsOf(value) ?? []).pipe(z.array(headerName)),
  /** Default: `info`. */
  logLevel: setting(
    z
      .enum(LOG_LEVELS, { error: ({ input }) => `${String(input)} is none of ${LOG_LEVELS.join(', ')}` })
      .default('info'),
  ),
  trustProxy,
  folder,
  /** Default: `.data` in `root`. */
  dataDir: (root?: string) => folder('.data', root),
  /** `undefined` for the embedded database: unset, or `embedded`. */
  databaseUrl: optionalText.transform((value) => (value === EMBEDDED ? undefined : value)),
  /** Allows a server to migrate an operator's used database. Default: `no`. */
  migrate: setting(z.enum(['yes', 'no'], 'must be yes or no').default('no')).transform((value) => value === 'yes'),
  production: optionalText.transform((value) => value === 'production'),
}

export type Settings<Value> =
  | { readonly ok: true; readonly settings: Value }
  /** A line for each wrong variable: `  PORT: http is no port; 0 takes a free one`. */
  | { readonly ok: false; readonly message: string }

/** A variable without a safe default, and its possible values. */
export type DemandedSetting = { readonly name: string; readonly write: string }

export const DEMANDED_DATABASE: DemandedSetting = {
  name: 'DATABASE_URL',
  write: 'postgresql://USER:PASSWORD@HOST/DATABASE, or embedded for the database in DATA_DIR',
}

/**
 * Reads settings of `server` ("The gateway"). Reports all wrong variables at once, and never throws
 * for them. In production it also reports `demanded` variables that are unset (M-SETTING-1).
 */
export const readSettings = <Schema extends z.ZodType>(
  server: string,
  schema: Schema,
  env: NodeJS.ProcessEnv,
  demanded: readonly DemandedSetting[] = [],
): Settings<z.output<Schema>> => {
  const parsed = schema.safeParse(env)
  const missing = env['NODE_ENV'] === 'production' ? demanded.filter(({ name }) => !env[name]) : []
  if (parsed.success && missing.length === 0) return { ok: true, settings: parsed.data }
  const wrong = (parsed.error?.issues ?? []).map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  const lines = [...wrong, ...missing.map(({ name, write }) => `  ${name}: production needs it: ${write}`)]
  return { ok: false, message: `${server}'s settings are wrong:\n${lines.join('\n')}` }
}
