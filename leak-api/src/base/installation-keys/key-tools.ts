import type { Database } from '@atalaia/database'
import type { Clock } from '../clock.ts'
import { createKeyRing, type KeyRing, type RotatedPurpose } from '../key-ring.ts'
import type { KeyHolder, RegisteredKey } from '../store/key-register.ts'
import { readKeySet, type KeyPlaces, type KeySet } from '../store/keys.ts'
import { usableKeys } from '../store/open-keys.ts'

export type KeyTools = KeyPlaces & {
  readonly database: Database
  readonly clock: Clock
  /** Waits until servers read their keys again. False after the last round. */
  readonly pause: (round: number) => Promise<boolean>
}

/** Throws without a set: only servers make a first key. */
export const ownSet = async (purpose: RotatedPurpose, { dataDir, environment }: KeyPlaces): Promise<KeySet> => {
  const set = await readKeySet(purpose, { dataDir, environment })
  if (set) return set
  throw new Error(`${purpose} key: there is none in ${dataDir}/keys; set DATA_DIR to the folder of the server`)
}

export const ringOf = (set: KeySet, registered: readonly RegisteredKey[]): KeyRing =>
  createKeyRing(usableKeys(set, registered))

export const lacking = (holders: readonly KeyHolder[], what: 'held' | 'used', ids: readonly string[]): KeyHolder[] =>
  holders.filter((holder) => ids.some((id) => !holder[what].includes(id)))
