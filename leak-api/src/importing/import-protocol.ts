import {
  discriminatedUnion,
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

/** The query of an import over the operator socket; its body is the file. */
export const importQuerySchema = object({
  source: string().check(minLength(1), maxLength(MAX_SOURCE_LENGTH)),
  file: string().check(minLength(1)),
  /** The day of the leak, `YYYY-MM-DD`; today in São Paulo without it. */
  date: optional(string().check(regex(/^\d{4}-\d\d-\d\d$/))),
})

const countsSchema = object({
  read: int(),
  added: int(),
  known: int(),
  rejected: int(),
  skipped: int(),
  unclosed: int(),
})

/**
 * Lines so far: `read` = `added` + `known` + `rejected`. `known` had been there before, in this file or in an earlier
 * import of its source. `skipped` are the blank lines and the header, which `read` leaves out. `unclosed` counts those of
 * `read` that open a quote and do not close it, whose field was read as it stands (M-IMPORT-8).
 */
export type ImportCounts = Infer<typeof countsSchema>

const progressSchema = object({
  kind: literal('progress'),
  ...countsSchema.shape,
  /** Bytes read of the file as it lies there, packed or not. */
  bytes: number(),
})
const doneSchema = object({
  kind: literal('done'),
  ...countsSchema.shape,
  source: string(),
  seconds: number(),
  rejectsFile: nullable(string()),
})
const failedSchema = object({ kind: literal('failed'), message: string() })

/** The events of an import, one JSON value a line; the last one is `done` or `failed`. */
export const importEventSchema = discriminatedUnion('kind', [progressSchema, doneSchema, failedSchema])
export type ImportEvent = Infer<typeof importEventSchema>
export type ImportProgress = Infer<typeof progressSchema>
export type ImportDone = Infer<typeof doneSchema>
export type ImportFailed = Infer<typeof failedSchema>

/** `leaks` were new when they were imported; `lastImport` is the São Paulo day of the last import that ended. */
export const sourceSchema = object({ name: string(), imports: int(), leaks: int(), lastImport: nullable(string()) })
export type Source = Infer<typeof sourceSchema>
