import type { Descriptor } from '@atalaia/contracts'
import type { Reason } from '../versions/rows.ts'

/** Sizes as built, before compression. */
export const budgetReasons = ({ budget, artifact }: Descriptor): Reason[] => {
  if (!budget) return []
  const sizes = new Map(artifact.files.map(({ path, bytes }) => [path, bytes]))
  const sizeOf = (paths: Iterable<string>) => [...new Set(paths)].reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0)
  const routes = Object.entries(artifact.routeFiles).map(([id, paths]) =>
    over(`route ${id}`, sizeOf([artifact.entry, ...paths]), budget.routeBytes),
  )
  return [
    ...over('entry', sizeOf([artifact.entry]), budget.entryBytes),
    ...routes.flat(),
    ...over('all files', sizeOf(sizes.keys()), budget.totalBytes),
  ]
}

const over = (what: string, bytes: number, limit: number | undefined): Reason[] =>
  limit === undefined || bytes <= limit
    ? []
    : [{ code: 'budget', message: `${what}: ${bytes} bytes, its budget is ${limit}` }]
