import { resolve } from 'node:path'
import { z } from 'zod'
import { areNetworks, type TrustProxy } from './client-address.ts'

/** An empty variable counts as one that is not set: compose files and units write `NAME=` for "none". */
const unset = (value: unknown) => (value === '' ? undefined : value)

/** Reads a variable with `schema`; empty counts as unset. */
export const setting = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(unset, schema)

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * `text` without the slashes at its end. Linear, because a run of slashes is looked at from its beginning alone: strangers'
 * addresses come here, too.
 */
export const withoutSlashesAtEnd = (text: string): string => text.replace(/(?<!\/)\/+$/, '')

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

/** An absolute address with http or https; slashes at its end are removed. */
export const webAddress = z
  .string()
  .refine(isWebAddress, 'must be an address that starts with http:// or https://')
  .transform(withoutSlashesAtEnd)

/** The origin of a {@link webAddress}, in its normal form: what an address has besides is left out. */
export const webOrigin = webAddress.transform((address) => new URL(address).origin)

const optionalText = setting(z.string().optional())

/** A whole number from `min` to `max`, `fallback` when unset. */
const wholeNumber = (fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
  setting(z.coerce.number('must be a number').int().min(min).max(max).default(fallback))

/** A TCP port, `fallback` when unset; 0 takes a free one. */
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

/** `true`/`1` or `false`/`0`; `false` when unset. */
const flag = setting(z.enum(['1', '0', 'true', 'false'], 'must be true or false').default('false')).transform(
  (value) => value === '1' || value === 'true',
)

const MAX_HOPS = 9
const PROXIES =
  'the number of proxies in front of this server (1), or their networks (loopback,10.0.0.0/8); false for none'

/**
 * `TRUST_PROXY`: `false` or `0`, the number of proxies in front, or their networks and addresses between commas, where
 * `loopback`, `linklocal` and `uniquelocal` name networks; `fallback` when unset. `true` is refused: it would believe
 * whatever address a client gives itself.
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

/** A folder as an absolute path, resolved against `root` (the working directory without it). */
const folder = (fallback: string, root = '.') =>
  setting(z.string().default(fallback)).transform((path) => resolve(root, path))

const partsOf = (value: string | undefined) =>
  value
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Headers that say who asks, and of whom: no choice of a person. */
const OWN_HEADERS = ['authorization', 'cookie', 'host', 'proxy-authorization']
const headerName = z
  .string()
  .toLowerCase()
  .refine(
    (name) => /^[a-z0-9-]{1,64}$/.test(name) && !OWN_HEADERS.includes(name),
    `must be the name of a header, as X-Beta, and none of ${OWN_HEADERS.join(', ')}`,
  )

/** Schemas of one variable each. Each reads an empty variable as an unset one and names what is wrong in one line. */
export const fields = {
  optionalText,
  /** A text, `fallback` when unset. */
  text: (fallback: string) => setting(z.string().default(fallback)),
  wholeNumber,
  port,
  /** The address to listen on, `fallback` when unset. */
  host: (fallback: '127.0.0.1' | '0.0.0.0') => setting(z.string().default(fallback)),
  flag,
  /** `on` or `off`; `undefined` when unset. */
  onOff: setting(z.enum(['on', 'off'], 'must be on or off').optional()).transform((value) =>
    value === undefined ? undefined : value === 'on',
  ),
  /** An optional address with http or https, without a slash at its end. */
  webAddress: setting(webAddress.optional()),
  webOrigin: setting(webOrigin.optional()),
  /** Parts between commas, trimmed, empty ones left out; `undefined` when unset. */
  list: optionalText.transform(partsOf),
  /** The name of a header in lower case; `undefined` when unset. */
  headerName: setting(headerName.optional()),
  /** Names of headers between commas, in lower case; none when unset. */
  headerNames: optionalText.transform((value) => partsOf(value) ?? []).pipe(z.array(headerName)),
  /** Default: `info`. */
  logLevel: setting(
    z
      .enum(LOG_LEVELS, { error: ({ input }) => `${String(input)} is none of ${LOG_LEVELS.join(', ')}` })
      .default('info'),
  ),
  trustProxy,
  folder,
  /** The folder of the server's files. Default: `.data` in `root`. */
  dataDir: (root?: string) => folder('.data', root),
  /** `postgresql://…`; `undefined` when unset: the embedded database is used. */
  databaseUrl: optionalText,
  /** Whether a server may migrate a database of the operator's that is in use. `yes` or `no`; `false` when unset. */
  migrate: setting(z.enum(['yes', 'no'], 'must be yes or no').default('no')).transform((value) => value === 'yes'),
  /** `true` when `NODE_ENV` is `production`. */
  production: optionalText.transform((value) => value === 'production'),
}

export type Settings<Value> =
  | { readonly ok: true; readonly settings: Value }
  /** `message` names each wrong variable on a line of its own: `  PORT: http is no port; 0 takes a free one`. */
  | { readonly ok: false; readonly message: string }

/**
 * Reads the settings of `server` ("The gateway") from `env` with `schema`, an object schema with one key per variable. Never throws for
 * a wrong value, and reports all wrong variables at once.
 */
export const readSettings = <Schema extends z.ZodType>(
  server: string,
  schema: Schema,
  env: NodeJS.ProcessEnv,
): Settings<z.output<Schema>> => {
  const parsed = schema.safeParse(env)
  if (parsed.success) return { ok: true, settings: parsed.data }
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  return { ok: false, message: `${server}'s settings are wrong:\n${lines.join('\n')}` }
}
