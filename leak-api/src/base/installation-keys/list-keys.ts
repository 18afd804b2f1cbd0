import { FIXED_PURPOSES, ROTATED_PURPOSES, type KeyPurpose } from '../key-ring.ts'
import { createKeyRegister } from '../store/key-register.ts'
import { readKeySet } from '../store/keys.ts'
import type { KeyTools } from './key-tools.ts'

export type ListedKey = {
  readonly purpose: KeyPurpose
  readonly id: string
  /** `new`: no signature yet. `only`: cannot be rotated. */
  readonly state: 'current' | 'former' | 'retired' | 'new' | 'only'
  readonly since?: string | undefined
  readonly place?: string | undefined
  readonly servers?: number | undefined
}

export type KeyList = { readonly keys: readonly ListedKey[]; readonly servers: number }

export const listKeys = async (tools: KeyTools): Promise<KeyList> => {
  const register = createKeyRegister(tools.database)
  const [registered, holders] = [await register.list(), await register.holders()]
  const keys: ListedKey[] = []
  for (const purpose of ROTATED_PURPOSES) {
    const set = await readKeySet(purpose, tools)
    const known = registered.filter((each) => each.purpose === purpose)
    const placeOf = (id: string) => (set?.keys.some((key) => key.id === id) === true ? set.place : undefined)
    const isNew = ({ id }: { id: string }) => known.every((each) => each.id !== id)
    const found = [
      ...known.map(({ id, state, since }) => ({ id, state, since })),
      ...(set?.keys ?? []).filter(isNew).map(({ id }) => ({ id, state: 'new' as const })),
    ]
    for (const key of found) {
      const [place, servers] = [placeOf(key.id), holders.filter(({ held }) => held.includes(key.id)).length]
      if (key.state !== 'retired' || place !== undefined || servers > 0) keys.push({ purpose, ...key, place, servers })
    }
  }
  for (const purpose of FIXED_PURPOSES) {
    const set = await readKeySet(purpose, tools)
    if (set) keys.push({ purpose, id: set.keys[0].id, state: 'only', place: set.place })
  }
  return { keys, servers: holders.length }
}
