import type { Database } from '@atalaia/database'
import type { Clock } from '../clock.ts'
import { createKeyRing, type KeyRing, type RotatedPurpose } from '../key-ring.ts'
import type { KeyHolder, RegisteredKey } from '../store/key-register.ts'
import { readKeySet, type KeyPlaces, type KeySet } from '../store/keys.ts'
import { usableKeys } from '../store/open-keys.ts'

/** The tools of the commands on the keys of the installation. */
export type KeyTools = KeyPlaces & {
  readonly database: Database
  readonly clock: Clock
  /** Waits for servers to read their keys again. Returns false after the last round. */
  readonly pause: (round: number) => Promise<boolean>
}

/** Reads the set of a purpose. Throws if there is none: only a server makes a first key. */
export const ownSet = async (purpose: RotatedPurpose, { dataDir, environment }: KeyPlaces): Promise<KeySet> => {
  const set = await readKeySet(purpose, { dataDir, environment })
  if (set) return set
  throw new Error(`${purpose} key: there is none in ${dataDir}/keys; set DATA_DIR to the folder of the server`)
}

/** The ring of a server that has `set`. */
export const ringOf = (set: KeySet, registered: readonly RegisteredKey[]): KeyRing =>
  createKeyRing(usableKeys(set, registered))

/** The servers that lack one of the keys. */
export const lacking = (holders: readonly KeyHolder[], what: 'held' | 'used', ids: readonly string[]): KeyHolder[] =>
  holders.filter((holder) => ids.some((id) => !holder[what].includes(id)))
