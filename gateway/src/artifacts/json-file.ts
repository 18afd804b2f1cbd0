import { readFile, stat } from 'node:fs/promises'

/** Accepts what a zod schema accepts. */
type Schema<Value> = {
  safeParse(data: unknown): { success: true; data: Value } | { success: false; error: { message: string } }
}

export type JsonFileState<Value> =
  | { readonly status: 'ready'; readonly value: Value; readonly changed: number }
  | { readonly status: 'broken'; readonly reason: string; readonly changed: number }

/** A JSON file that is read again only after it changed. `changed` differs whenever the content may. */
export const jsonFile = <Value>(path: string, schema: Schema<Value>): (() => Promise<JsonFileState<Value>>) => {
  let last: JsonFileState<Value> | undefined
  return async () => {
    const changed = await modificationTime(path)
    if (last?.changed !== changed) last = { ...(await read(path, schema)), changed }
    return last
  }
}

const modificationTime = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return 0
  }
}

const read = async <Value>(path: string, schema: Schema<Value>) => {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    if (parsed.success) return { status: 'ready', value: parsed.data } as const
    return { status: 'broken', reason: `${path}: ${parsed.error.message}` } as const
  } catch (error) {
    return { status: 'broken', reason: `${path}: ${error instanceof Error ? error.message : String(error)}` } as const
  }
}
