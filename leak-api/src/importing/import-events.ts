import { discriminatedUnion, int, literal, nullable, number, object, string, type infer as Infer } from 'zod/mini'

const countsSchema = object({ read: int(), added: int(), known: int(), rejected: int() })

/** Lines so far; `known` had been there before, in this file or in an earlier import of its source. */
export type ImportCounts = Infer<typeof countsSchema>

const progressSchema = object({
  kind: literal('progress'),
  ...countsSchema.shape,
  /** Read of the file as it lies there, packed or not. */
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

/** What an import tells while it runs; the last one is `done` or `failed`. */
export const importEventSchema = discriminatedUnion('kind', [progressSchema, doneSchema, failedSchema])
export type ImportEvent = Infer<typeof importEventSchema>
export type ImportProgress = Infer<typeof progressSchema>
export type ImportDone = Infer<typeof doneSchema>
export type ImportFailed = Infer<typeof failedSchema>
