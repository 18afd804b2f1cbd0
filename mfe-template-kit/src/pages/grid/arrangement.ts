export type Arrangement = { readonly order: readonly string[]; readonly removed: readonly string[] }

const KEY = 'atalaia.kit.grid'

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

const stored = (storage: Storage): { order: string[]; removed: string[] } => {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    const entries = new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
    return { order: texts(entries.get('order')), removed: texts(entries.get('removed')) }
  } catch {
    return { order: [], removed: [] }
  }
}

/** Drops unknown ids; appends new ones. */
export const readArrangement = (storage: Storage, ids: readonly string[]): Arrangement => {
  const { order, removed } = stored(storage)
  const known = [...new Set(order)].filter((id) => ids.includes(id))
  return {
    order: [...known, ...ids.filter((id) => !known.includes(id))],
    removed: ids.filter((id) => removed.includes(id)),
  }
}

export const keepArrangement = (storage: Storage, arrangement: Arrangement): void => {
  try {
    storage.setItem(KEY, JSON.stringify(arrangement))
  } catch {
    // Nothing to do.
  }
}

export const forgetArrangement = (storage: Storage): void => storage.removeItem(KEY)
