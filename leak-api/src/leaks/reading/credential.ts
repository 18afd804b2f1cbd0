import type { VolumeSet } from './volumes.ts'

/** Readers report their presence, never a value. */
export const DATA_KINDS = [
  'username',
  'name',
  'phone',
  'cpf',
  'card',
  'postal-address',
  'birth-date',
  'ip-address',
  'cookies',
  'autofill',
] as const
export type DataKind = (typeof DATA_KINDS)[number]

/** `unknown`: the form of a hash, but of no known kind. */
export const HASH_TYPES = [
  'bcrypt',
  'argon2',
  'scrypt',
  'pbkdf2',
  'phpass',
  'md5-crypt',
  'sha256-crypt',
  'sha512-crypt',
  'ldap-sha1',
  'mysql',
  'mssql',
  'md5',
  'md5-salted',
  'sha1',
  'sha1-salted',
  'sha256',
  'sha256-salted',
  'sha512',
  'sha512-salted',
  'unknown',
] as const
export type HashType = (typeof HASH_TYPES)[number]

/** `value` is never empty. */
export type Secret =
  | { readonly kind: 'plain'; readonly value: string }
  | { readonly kind: 'hash'; readonly type: HashType; readonly value: string }

export type ReadCredential = {
  /** Spelled by {@link normalAddress}. */
  readonly address: string
  /** `undefined`: the leak has only the address (M-IMPORT-2). */
  readonly secret?: Secret | undefined
  /** Address or host, as in the leak: `https://login.shop.com/in`, `shop.com`, `android://…@com.shop/`. */
  readonly website?: string | undefined
  /** São Paulo day, `YYYY-MM-DD`. */
  readonly day?: string | undefined
  /** The log's machine id (HWID), never a name. */
  readonly machine?: string | undefined
  /** Sorted like {@link DATA_KINDS}. */
  readonly kinds: readonly DataKind[]
}

export type Rejected = {
  /** Line, `12`, or file and line, `logs/Passwords.txt:12`. */
  readonly place: string
  readonly reason: string
  /** Separators without content: `***:***`. */
  readonly masked: string
}

/** Reading continues behind it. */
export type Fault = { readonly place: string; readonly reason: string }

/** `facts`: gave a log's day, machine or kinds. `unread`: a fault. */
export type FileEnd =
  | { readonly end: 'read'; readonly format: string; readonly lines: number | undefined }
  | { readonly end: 'facts' }
  /** `isSilent`: its name or text names passwords (M-IMPORT-75). */
  | { readonly end: 'skipped'; readonly reason: string; readonly isSilent: boolean }
  | { readonly end: 'unread'; readonly reason: string }

/** `ignored`: of no row. `further`: of a row, after its first. */
export type LineCounts = {
  readonly credentials: number
  readonly rejected: number
  readonly skipped: number
  readonly ignored: number
  readonly further: number
}

/** `lines`: sum of the counts (M-IMPORT-74); `undefined`: rows are not lines. */
export type FileAccount = LineCounts & FileEnd & { readonly path: string }

/** Rows read are `credentials` + `rejected` + `skipped`. */
export type ReadBatch = {
  readonly files: readonly FileAccount[]
  /** Skipped rows, with `explain`. */
  readonly passed: readonly Rejected[]
  readonly credentials: readonly ReadCredential[]
  readonly rejected: readonly Rejected[]
  /** The login is no address. */
  readonly skipped: number
  readonly ignored: number
  /** Rows with an unclosed quote (M-IMPORT-8). */
  readonly unclosed: number
  readonly faults: readonly Fault[]
}

/** Read it once, before the next file. */
export type LeakFile = {
  /** With the imported folder, `logs/a/Passwords.txt`; a single file has no `/`. */
  readonly path: string
  /** A beginning of `path`. */
  readonly log?: string | undefined
  /** A file of passwords shows the log, not a system file. Default: false. */
  readonly isLikelyLog?: boolean
  readonly set?: VolumeSet | undefined
  readonly content: AsyncIterable<Buffer>
}

export type Reading = {
  /** Tried on archives, in order. */
  readonly passwords?: readonly string[] | undefined
  /** The columns of delimited rows: `website,login,password,-` (`rolesIn`). */
  readonly columns?: string | undefined
  /** Lists skipped rows too. Default: false. */
  readonly explain?: boolean | undefined
}

export type ReadOptions = Reading & {
  /** Default: 1000. */
  readonly batchRows?: number | undefined
  /** Receives each file's format: `stealer log`, `SQL dump`, `archive` …. */
  readonly onFormat?: ((format: string) => void) | undefined
  /** Default: the system's. */
  readonly folder?: string | undefined
}
