import { INSTALLATION } from '../audit/audit-repository.ts'
import { recordActs } from '../audit/record-audit.ts'
import type { RotatedPurpose } from '../key-ring.ts'
import { createKeyRegister, type KeyHolder, type RegisteredKey } from '../store/key-register.ts'
import { keyText, keyVariable, MAX_KEYS, newKey, writeKeys, type KeySet } from '../store/keys.ts'
import { lacking, ownSet, ringOf, type KeyTools } from './key-tools.ts'
import { reseal, type Resealed } from './reseal.ts'

type Key = { readonly purpose: RotatedPurpose; readonly id: string }

export type Rotation = Resealed & {
  /** `waiting`: servers in `behind` lack the new keys. `finished`: completed an interrupted rotation. */
  readonly status: 'rotated' | 'finished' | 'waiting' | 'to-set'
  readonly keys: readonly Key[]
  readonly toSet: readonly { readonly variable: string; readonly key: string }[]
  /** Servers without the new keys, or that do not sign with current keys yet. */
  readonly behind: readonly KeyHolder[]
}

const NOTHING = { resealed: 0, unreadable: 0, toSet: [], behind: [] }

const newKeyOf = ({ purpose, keys }: KeySet, registered: readonly RegisteredKey[]) =>
  keys.find(({ id }) => registered.every((each) => each.purpose !== purpose || each.id !== id))

const addKey = (tools: KeyTools, purpose: RotatedPurpose): Promise<void> =>
  tools.database.transaction(async (transaction) => {
    const register = createKeyRegister(transaction)
    await register.lock()
    const { keys, place } = await ownSet(purpose, tools)
    if (newKeyOf({ purpose, keys, place, isFile: true }, await register.list())) return
    await writeKeys(place, [...keys, newKey(purpose)])
  })

const activate = ({ database, clock }: KeyTools, keys: readonly Key[]): Promise<KeyHolder[]> =>
  database.transaction(async (transaction) => {
    const register = createKeyRegister(transaction)
    await register.lockHolders()
    const behind = lacking(
      await register.holders(),
      'held',
      keys.map(({ id }) => id),
    )
    if (behind.length > 0) return behind
    for (const { purpose, id } of keys) await register.activate(purpose, id)
    const act = { action: 'installation-key.rotated', actor: { kind: 'operator' }, at: clock() } as const
    await recordActs(
      transaction,
      keys.map(({ purpose, id }) => ({
        organisationIds: [INSTALLATION],
        act: { ...act, after: { finalidade: purpose, chave: id } },
      })),
    )
    return []
  })

const resealAll = async (tools: KeyTools): Promise<Resealed> => {
  const registered = await createKeyRegister(tools.database).list()
  return reseal(tools.database, ringOf(await ownSet('token', tools), registered))
}

const untilNone = async (tools: KeyTools, look: () => Promise<KeyHolder[]>): Promise<KeyHolder[]> => {
  for (let round = 1; ; round++) {
    const behind = await look()
    if (behind.length === 0 || !(await tools.pause(round))) return behind
  }
}

/**
 * Adds a new key, and makes it current once all running servers have it. The next call finishes an
 * interrupted rotation first (M-ROTATE-3).
 */
export const rotateKeys = async (tools: KeyTools, purposes: readonly RotatedPurpose[]): Promise<Rotation> => {
  const register = createKeyRegister(tools.database)
  const readNew = async (): Promise<Key[]> => {
    const registered = await register.list()
    const found = await Promise.all(
      purposes.map(async (purpose) => {
        const set = await ownSet(purpose, tools)
        ringOf(set, registered)
        const key = newKeyOf(set, registered)
        return key === undefined ? [] : [{ purpose, id: key.id }]
      }),
    )
    return found.flat()
  }
  const toSet = []
  if ((await readNew()).length === 0) {
    const done = await resealAll(tools)
    if (done.resealed > 0) return { ...NOTHING, ...done, status: 'finished', keys: [] }
    for (const purpose of purposes) {
      const { isFile, keys, place } = await ownSet(purpose, tools)
      if (keys.length >= MAX_KEYS) throw new Error(`${place}: it holds ${MAX_KEYS} keys; retire former ones first`)
      if (isFile) await addKey(tools, purpose)
      else toSet.push({ variable: keyVariable(purpose), key: keyText(newKey(purpose)) })
    }
  }
  const keys = await readNew()
  if (keys.length === 0) return { ...NOTHING, status: 'to-set', keys, toSet }
  const without = await untilNone(tools, () => activate(tools, keys))
  if (without.length > 0) return { ...NOTHING, status: 'waiting', keys, toSet, behind: without }
  const ids = keys.map(({ id }) => id)
  const behind = await untilNone(tools, async () => lacking(await register.holders(), 'used', ids))
  return { ...(await resealAll(tools)), status: 'rotated', keys, toSet, behind }
}
