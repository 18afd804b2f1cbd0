import { int, nonnegative, object, optional, record, string, type infer as Infer } from 'zod/mini'

const bytes = int().check(nonnegative())

/** Upper size limits in bytes, before compression. */
export const budgetSchema = object({
  /** First scripts: a container, or the shell's entry. */
  entryBytes: optional(bytes),
  routeBytes: optional(bytes),
  /** Limits of single routes, by id. */
  routes: optional(record(string(), bytes)),
  /** All files. */
  totalBytes: optional(bytes),
})
export type Budget = Infer<typeof budgetSchema>

/** Files of a build. A sum counts each file once. */
export type BuildFiles = {
  readonly files: readonly { readonly path: string; readonly bytes: number }[]
  readonly entry: readonly string[]
  readonly routes: Readonly<Record<string, readonly string[]>>
}

const NAMED_FILES = 3

/**
 * Exceeded limits as texts, with the largest files. Build and gate use it (M-GATE-6). Empty: within
 * the budget.
 */
export const budgetExcesses = (budget: Budget | undefined, { files, entry, routes }: BuildFiles): string[] => {
  if (!budget) return []
  const sizes = new Map(files.map((file) => [file.path, file.bytes]))
  const over = (what: string, paths: Iterable<string>, limit: number | undefined): string[] => {
    const counted = [...new Set(paths)].map((path) => ({ path, size: sizes.get(path) ?? 0 }))
    const sum = counted.reduce((total, { size }) => total + size, 0)
    if (limit === undefined || sum <= limit) return []
    const largest = counted.toSorted((a, b) => b.size - a.size).slice(0, NAMED_FILES)
    const named = largest.map(({ path, size }) => `${path} ${size}`).join(', ')
    return [`${what}: ${sum} bytes, ${sum - limit} over its budget of ${limit}; largest: ${named}`]
  }
  const limitOf = (id: string) =>
    budget.routes && Object.hasOwn(budget.routes, id) ? budget.routes[id] : budget.routeBytes
  return [
    ...over('entry', entry, budget.entryBytes),
    ...Object.entries(routes).flatMap(([id, paths]) => over(`route ${id}`, [...entry, ...paths], limitOf(id))),
    ...over('all files', sizes.keys(), budget.totalBytes),
  ]
}
