import {
  array,
  boolean,
  discriminatedUnion,
  enum as enumOf,
  int,
  literal,
  maxLength,
  minLength,
  nullable,
  number,
  object,
  optional,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'

/** Characters of a source's name. */
export const MAX_SOURCE_LENGTH = 100

const dayText = () => string().check(regex(/^\d{4}-\d\d-\d\d$/))

/** The query of an import over the operator socket; its body is the file. */
export const importQuerySchema = object({
  source: string().check(minLength(1), maxLength(MAX_SOURCE_LENGTH)),
  file: string().check(minLength(1)),
  /** The day of the leak, `YYYY-MM-DD`; today in São Paulo without it. */
  date: optional(dayText()),
  /** The bulk way, for large files. */
  bulk: optional(literal('yes')),
})

/**
 * Facts beside the query of an import: the operator's name, percent-encoded; the file's SHA-256; how it is read
 * (`readingSchema`) and what is told of its source (`sourceFactsSchema`), as percent-encoded JSON.
 */
export const IMPORT_HEADERS = {
  by: 'atalaia-operator',
  hash: 'atalaia-file-hash',
  reading: 'atalaia-file-reading',
  facts: 'atalaia-source-facts',
} as const

/** The reader's hints where looking cannot tell: words that are tried on archives, and the meaning of its columns. */
export const readingSchema = object({ passwords: optional(array(string())), columns: optional(string()) })
export type Reading = Infer<typeof readingSchema>

/** Kinds of sources, as the database has them. */
export const SOURCE_KINDS = ['breach', 'stealer log', 'combo list', 'paste'] as const

/** Facts about a source that a person tells. `null`: not known. */
export const sourceFactsSchema = object({
  title: optional(nullable(string())),
  website: optional(nullable(string())),
  leakedOn: optional(nullable(dayText())),
  knownOn: optional(nullable(dayText())),
  kind: optional(nullable(enumOf(SOURCE_KINDS))),
  kinds: optional(nullable(array(string()))),
  verified: optional(nullable(boolean())),
  records: optional(nullable(int())),
  description: optional(nullable(string())),
})
export type SourceFacts = Infer<typeof sourceFactsSchema>

const countsSchema = object({
  read: int(),
  added: int(),
  known: int(),
  rejected: int(),
  skipped: int(),
  unclosed: int(),
})

/**
 * Rows so far: `read` = `added` + `known` + `rejected` + `skipped` (M-IMPORT-9). `known` had been there before, in this
 * file or in an earlier import of its source. `skipped` are credentials whose login is no address. `unclosed` counts
 * those of `read` that open a quote and do not close it, whose field was read as it stands (M-IMPORT-8).
 */
export type ImportCounts = Infer<typeof countsSchema>

const progressSchema = object({
  kind: literal('progress'),
  ...countsSchema.shape,
  /** Bytes read of the file as it lies there, packed or not. */
  bytes: number(),
  /** The share of the rows that the bulk way has written, once the file is read. */
  settled: optional(number()),
  /** Once the file is written: the organisations whose numbers were renewed, out of those that the import touches. */
  renewed: optional(int()),
  organisations: optional(int()),
})
const doneSchema = object({
  kind: literal('done'),
  ...countsSchema.shape,
  source: string(),
  seconds: number(),
  rejectsFile: nullable(string()),
})
const failedSchema = object({ kind: literal('failed'), message: string() })
const knownFileSchema = object({
  kind: literal('known-file'),
  import: string(),
  source: string(),
  finishedAt: nullable(string()),
})

/** The events of an import, one JSON value a line; the last one is `done` or `failed`; `known-file` names an import of the same file. */
export const importEventSchema = discriminatedUnion('kind', [progressSchema, doneSchema, failedSchema, knownFileSchema])
export type ImportEvent = Infer<typeof importEventSchema>
export type ImportProgress = Infer<typeof progressSchema>
export type ImportDone = Infer<typeof doneSchema>
export type ImportKnownFile = Infer<typeof knownFileSchema>
export type ImportFailed = Infer<typeof failedSchema>

/**
 * `leaks` were new when they were imported; `lastImport` is the São Paulo day of the last import that ended. The others
 * come from a catalogue, or were told by hand (`origin`); `null` is not known.
 */
export const sourceSchema = object({
  name: string(),
  imports: int(),
  leaks: number(),
  lastImport: nullable(string()),
  title: nullable(string()),
  kind: nullable(string()),
  website: nullable(string()),
  leakedOn: nullable(string()),
  knownOn: nullable(string()),
  kinds: nullable(array(string())),
  verified: nullable(boolean()),
  records: nullable(number()),
  description: nullable(string()),
  origin: string(),
})
export type Source = Infer<typeof sourceSchema>

/** A finished import ended on `finishedAt`; of one from before, the file's hash is not known. Instants are in ISO 8601. */
export const listedImportSchema = object({
  id: string(),
  source: string(),
  file: string(),
  fileHash: nullable(string()),
  fileBytes: nullable(number()),
  date: string(),
  by: nullable(string()),
  startedAt: string(),
  finishedAt: nullable(string()),
  status: enumOf(['finished', 'unfinished', 'removing']),
  read: number(),
  added: number(),
  known: number(),
  rejected: number(),
  skipped: number(),
  /** Organisations whose numbers are still to be renewed. */
  pending: int(),
})
export type ListedImport = Infer<typeof listedImportSchema>

/** The thing to be removed; `id` is the import's or the source's. */
export type RemovalTarget = { readonly kind: 'import' | 'source'; readonly id: string; readonly source: string }

/** `pairs` go; `kept` stay, because other imports of the source have them too. */
export const removalAnswerSchema = object({ pairs: number(), kept: number(), imports: int(), organisations: int() })
export type RemovalCounts = Infer<typeof removalAnswerSchema>

/** The events of a removal, one JSON value a line; the last one is `done` or `failed`. */
export const removalEventSchema = discriminatedUnion('kind', [
  object({ kind: literal('progress'), share: number() }),
  object({ kind: literal('done') }),
  failedSchema,
])
export type RemovalEvent = Infer<typeof removalEventSchema>

/** Sources that a catalogue told of: all, those that were not there before, and those whose facts have changed. */
export const catalogueAnswerSchema = object({ read: int(), added: int(), changed: int() })
export type CatalogueCounts = Infer<typeof catalogueAnswerSchema>
