import { int, nonnegative, object, optional, record, string, type infer as Infer } from 'zod/mini'

const bytes = int().check(nonnegative())

/** Upper limits of a build's sizes: bytes as built, before compression. */
export const budgetSchema = object({
  /** The scripts that come first: a remote's federation container, the shell's entry. */
  entryBytes: optional(bytes),
  /** The entry and all files of a route, for each route that `routes` does not name. */
  routeBytes: optional(bytes),
  /** The same for single routes, by id. */
  routes: optional(record(string(), bytes)),
  /** All files. */
  totalBytes: optional(bytes),
})
export type Budget = Infer<typeof budgetSchema>

/** The files of a build as a budget counts them; each file counts once in each sum. */
export type BuildFiles = {
  readonly files: readonly { readonly path: string; readonly bytes: number }[]
  readonly entry: readonly string[]
  /** The files of each route beyond the entry. */
  readonly routes: Readonly<Record<string, readonly string[]>>
}

/** Files that a message about a size names. */
const NAMED_FILES = 3

/**
 * The limits of `budget` that a build exceeds, as texts: which limit, by how many bytes, and its largest files. The build
 * of a package and the gate of the gateway both judge by it (M-GATE-6). None: the build is within its budget.
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
