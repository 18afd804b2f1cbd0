import { SESSION_SECONDS } from '../access/tokens.ts'
import { INSTALLATION } from '../audit/audit-repository.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { DAY_MS } from '../clock.ts'
import type { RotatedPurpose } from '../key-ring.ts'
import { createKeyRegister, type RegisteredKey } from '../store/key-register.ts'
import { makeKeySet, readKeySet, writeKeys, type KeySet } from '../store/keys.ts'
import { lacking, ringOf, type KeyTools } from './key-tools.ts'
import { reseal, type Resealed } from './reseal.ts'

/** Seconds for a former key: until its last session has ended, and until people have read mails. */
const RETIRED_AFTER: Readonly<Record<RotatedPurpose, number>> = {
  token: SESSION_SECONDS + 5 * 60,
  link: (30 * DAY_MS) / 1000,
}

export type Retirement = Resealed & {
  readonly purpose: RotatedPurpose
  readonly id: string
  readonly current?: string | undefined
  readonly variable?: string | undefined
}

const NOTHING = { resealed: 0, unreadable: 0 }

export const findKey = async ({ database }: KeyTools, id: string): Promise<RegisteredKey> => {
  const found = (await createKeyRegister(database).list()).find((each) => each.id === id)
  if (found) return found
  throw new Error(`key ${id}: no key has this id; npm run leaks -- installation-keys shows them`)
}

const holds = (set: KeySet | undefined, id: string) => set?.keys.some((key) => key.id === id) === true

const removeKey = (tools: KeyTools, { purpose, id }: RegisteredKey): Promise<string | undefined> =>
  tools.database.transaction(async (transaction) => {
    await createKeyRegister(transaction).lock()
    const set = await readKeySet(purpose, tools)
    if (set === undefined || !holds(set, id)) return undefined
    if (!set.isFile) return set.place
    await writeKeys(
      set.place,
      set.keys.filter((key) => key.id !== id),
    )
    return undefined
  })

const record = ({ database, clock }: KeyTools, { purpose, id }: RegisteredKey, current?: string): Promise<void> =>
  database.transaction(async (transaction) => {
    const register = createKeyRegister(transaction)
    if (current !== undefined) await register.activate(purpose, current)
    await register.retire(purpose, id)
    await recordAudit(transaction, {
      organisationId: INSTALLATION,
      action: 'installation-key.retired',
      actor: { kind: 'operator' },
      at: clock(),
      after: { finalidade: purpose, chave: id },
    })
  })

const replaceLost = async (tools: KeyTools, key: RegisteredKey): Promise<Retirement> => {
  const { purpose, id } = key
  const register = createKeyRegister(tools.database)
  const found = await readKeySet(purpose, tools)
  const isHeld = holds(found, id) || (await register.holders()).some(({ held }) => held.includes(id))
  if (isHeld) throw new Error(`${purpose} key ${id}: servers sign with it; rotate first`)
  const { keys, place } = found ?? (await makeKeySet(purpose, tools.dataDir))
  const registered = await register.list()
  const isRetired = (other: string) =>
    registered.some((each) => each.purpose === purpose && each.id === other && each.state === 'retired')
  const next = keys.find((each) => !isRetired(each.id))
  if (next === undefined) throw new Error(`${purpose} key: ${place} holds retired ones alone; put a new one there`)
  await record(tools, key, next.id)
  return { ...NOTHING, purpose, id, current: next.id }
}

const retireFormer = async (tools: KeyTools, key: RegisteredKey, isNow: boolean): Promise<Retirement> => {
  const { purpose, id, seconds } = key
  const left = RETIRED_AFTER[purpose] - seconds
  if (left > 0 && !isNow)
    throw new Error(
      `${purpose} key ${id}: what it signed counts for ${Math.ceil(left / 3600)} more hours; --now ends it`,
    )
  const register = createKeyRegister(tools.database)
  const set = await readKeySet(purpose, tools)
  if (set === undefined) throw new Error(`${purpose} key: there is none here; set DATA_DIR to the folder of the server`)
  // One that is lost is no reason against its own retirement.
  const ring = ringOf(
    set,
    (await register.list()).filter((each) => each.id !== id),
  )
  const behind = lacking(await register.holders(), 'used', [ring.current.id])
  if (behind.length > 0)
    throw new Error(
      `${purpose} key ${id}: servers sign with it: ${behind.map(({ host, pid }) => `${host} (process ${pid})`).join(', ')}`,
    )
  const done = purpose === 'token' ? await reseal(tools.database, ring) : NOTHING
  await record(tools, key)
  return { ...done, purpose, id, variable: await removeKey(tools, key) }
}

/**
 * Retires a key: encrypts its secrets under the current key, ends its signatures, and removes it
 * from its file. Refuses a current key that a server has (M-ROTATE-5).
 */
export const retireKey = async (tools: KeyTools, id: string, { isNow }: { isNow: boolean }): Promise<Retirement> => {
  const key = await findKey(tools, id)
  switch (key.state) {
    case 'current':
      return replaceLost(tools, key)
    case 'former':
      return retireFormer(tools, key, isNow)
    case 'retired':
      // An earlier call may have been cut off before the file.
      return { ...NOTHING, purpose: key.purpose, id, variable: await removeKey(tools, key) }
  }
}
