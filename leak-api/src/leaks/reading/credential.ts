/**
 * Kinds of data that can stand beside a credential. Of these the presence is told, the value never is: no reader hands
 * on a telephone number or a CPF.
 */
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

/** Kinds of password hashes that are told apart; `unknown` has the form of a hash, and no form that names its kind. */
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

/** A password in clear, or its hash as the leak has it (with its salt). `value` is never empty. */
export type Secret =
  | { readonly kind: 'plain'; readonly value: string }
  | { readonly kind: 'hash'; readonly type: HashType; readonly value: string }

/** A credential as a leak has it. */
export type ReadCredential = {
  /** In its one spelling ({@link normalAddress}). */
  readonly address: string
  /** `undefined`: the leak has the address alone (M-IMPORT-2). */
  readonly secret?: Secret | undefined
  /** The website as the leak has it, an address or a host: `https://login.shop.com/in`, `shop.com`, `android://…@com.shop/`. */
  readonly website?: string | undefined
  /** The São Paulo day on which the log was made, `YYYY-MM-DD`. */
  readonly day?: string | undefined
  /** The machine's id as the log has it (HWID, machine id), never a name. */
  readonly machine?: string | undefined
  /** Sorted as in {@link DATA_KINDS}. */
  readonly kinds: readonly DataKind[]
}

/** A row that is no credential. */
export type Rejected = {
  /** The row's place: its line, `12`; in a folder or an archive with the file before it, `logs/Passwords.txt:12`. */
  readonly place: string
  readonly reason: string
  /** The row with its separators and none of its content: `***:***`. */
  readonly masked: string
}

/** A part of a leak that could not be read, while the rest went on: a broken archive in a folder, a cut file. */
export type Fault = { readonly place: string; readonly reason: string }

/** Rows of a leak. Those read are `credentials` + `rejected` + `skipped`; the store tells new from known. */
export type ReadBatch = {
  readonly credentials: readonly ReadCredential[]
  readonly rejected: readonly Rejected[]
  /** Credentials whose login is no address. */
  readonly skipped: number
  /** Lines that are no row: blank ones, headers, banners. */
  readonly ignored: number
  /** Rows read that open a quote and do not close it (M-IMPORT-8). */
  readonly unclosed: number
  readonly faults: readonly Fault[]
}

/** A file of a leak: alone, in a folder or in an archive. Its content is read once, before the next file is asked for. */
export type LeakFile = {
  /** The path with the folder that is imported, `logs/a/Passwords.txt`; a name without `/` when the file is alone. */
  readonly path: string
  /** The folder of the stealer log that the file belongs to, a beginning of `path`. */
  readonly log?: string | undefined
  readonly content: AsyncIterable<Buffer>
}

/** The reader's hints where looking cannot tell. */
export type Reading = {
  /** Tried on archives that need a password, in their order. */
  readonly passwords?: readonly string[] | undefined
  /** The columns of delimited rows: `website,login,password,-` (`rolesIn`). */
  readonly columns?: string | undefined
}

export type ReadOptions = Reading & {
  /** Rows of a batch; the last one may have fewer. Default: 1000. */
  readonly batchRows?: number | undefined
  /** Called with the format of each file that is read: `stealer log`, `SQL dump`, `archive` …. */
  readonly onFormat?: ((format: string) => void) | undefined
  /** The folder for archives that do not lie on a disk, or in others, while they are read. Default: the system's. */
  readonly folder?: string | undefined
}
