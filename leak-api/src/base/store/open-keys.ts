import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '@atalaia/database'
import {
  createKeyRing,
  type FixedPurpose,
  type InstallationKeys,
  type KeyPurpose,
  type RotatedPurpose,
} from '../key-ring.ts'
import { createKeyRegister, type RegisteredKey } from './key-register.ts'
import { keyFile, keyVariable, makeKeySet, readKeySet, type KeyPlaces, type Keys, type KeySet } from './keys.ts'
import { isKeyInUse, otherKey, proveKey } from './settings-repository.ts'

export const KEYS_READ_EVERY_MS = 10_000

export type OpenedKeys = {
  readonly keys: Keys
  /** The first call refuses a start that missed a rotation. */
  refreshKeys(): Promise<void>
  leaveKeys(): Promise<void>
}

const lacks = (purpose: string, id: string, place: string) =>
  new Error(
    `${purpose} key: this database is used with key ${id}, which is not in ${place}; give it back, or, if it is lost, ` +
      `retire it: npm run leaks -- installation-keys retire ${id}`,
  )

/** Current key first. Throws if a key in use is missing (M-ROTATE-1). */
export const usableKeys = (
  { purpose, keys, place }: KeySet,
  registered: readonly RegisteredKey[],
): InstallationKeys => {
  const ofPurpose = registered.filter((each) => each.purpose === purpose)
  const inUse = ofPurpose.filter(({ state }) => state !== 'retired')
  const missing = inUse.find(({ id }) => keys.every((key) => key.id !== id))
  if (missing) throw lacks(purpose, missing.id, place)
  const isIn = (id: string, state: string) => ofPurpose.some((each) => each.id === id && each.state === state)
  const current = keys.find(({ id }) => isIn(id, 'current'))
  if (current === undefined) throw new Error(`${purpose} key: this database has no current one`)
  return [current, ...keys.filter((key) => key !== current && !isIn(key.id, 'retired'))]
}

const makeFirst = (purpose: KeyPurpose, { dataDir, isShared = false }: KeyPlaces): Promise<KeySet> => {
  if (!isShared) return makeKeySet(purpose, dataDir)
  throw new Error(
    `${purpose} key: there is none in ${keyVariable(purpose)} or in ${keyFile(dataDir, purpose)}; ` +
      'npm run leaks -- installation-keys make prints new ones, once for all servers',
  )
}

const openFixedKey = async (database: Database, purpose: FixedPurpose, places: KeyPlaces): Promise<Uint8Array> => {
  const found = await readKeySet(purpose, places)
  // A new key in the place of a lost one would be refused at once.
  if (found === undefined && (await isKeyInUse(database, purpose))) throw otherKey(purpose)
  const { keys } = found ?? (await makeFirst(purpose, places))
  const bytes = keys[0].secret.export()
  await proveKey(database, purpose, bytes)
  return bytes
}

/** M-NOTICE-1 */
const openProofKey = async (database: Database, places: KeyPlaces): Promise<Uint8Array | undefined> => {
  const isLeftOut =
    places.isShared === true &&
    (await readKeySet('proof', places)) === undefined &&
    !(await isKeyInUse(database, 'proof'))
  return isLeftOut ? undefined : openFixedKey(database, 'proof', places)
}

const openSet = async (database: Database, purpose: RotatedPurpose, places: KeyPlaces): Promise<KeySet> => {
  const register = createKeyRegister(database)
  const inUse = (await register.list()).find((each) => each.purpose === purpose && each.state !== 'retired')
  const found = await readKeySet(purpose, places)
  if (found === undefined && inUse) throw lacks(purpose, inUse.id, keyFile(places.dataDir, purpose))
  const set = found ?? (await makeFirst(purpose, places))
  if (inUse === undefined) await register.begin(purpose, set.keys[0].id)
  return set
}

/**
 * Makes the keys for a new installation. Throws if the database uses other keys (M-ROTATE-1,
 * M-PRIVACY-4), or if they would be one machine's (M-ROTATE-28).
 */
export const openKeys = async (database: Database, places: KeyPlaces): Promise<OpenedKeys> => {
  const fingerprint = await openFixedKey(database, 'fingerprint', places)
  const proof = await openProofKey(database, places)
  const [tokenSet, linkSet] = [await openSet(database, 'token', places), await openSet(database, 'link', places)]
  const register = createKeyRegister(database)
  const registered = await register.list()
  const token = createKeyRing(usableKeys(tokenSet, registered))
  const link = createKeyRing(usableKeys(linkSet, registered))
  const own = { id: randomUUID(), host: hostname(), pid: process.pid }
  let sets: readonly KeySet[] = [tokenSet, linkSet]
  const used = () => [token.current.id, link.current.id]
  const announce = () => {
    const held = sets.flatMap(({ keys }) => keys.map(({ id }) => id))
    return register.announce(own.id, { ...own, held, used: used() })
  }
  const readSets = () =>
    Promise.all(
      sets.map(async ({ purpose, place }) => {
        const set = await readKeySet(purpose, places)
        if (set === undefined) throw new Error(`${purpose} key: ${place} is gone`)
        return set
      }),
    )
  return {
    keys: { token, link, fingerprint, proof },
    refreshKeys: async () => {
      const read = await Promise.allSettled([readSets()])
      if (read[0].status === 'fulfilled') sets = read[0].value
      // Before the look at the database: either a rotation waits for a server that starts, or that one finds its key current.
      await announce()
      if (read[0].status === 'rejected') throw read[0].reason
      const states = await register.list()
      const [tokenKeys, linkKeys] = sets.map((set) => usableKeys(set, states))
      const before = used()
      if (tokenKeys) token.replace(tokenKeys)
      if (linkKeys) link.replace(linkKeys)
      if (used().join() !== before.join()) await announce()
    },
    leaveKeys: () => register.leave(own.id),
  }
}
