import type { Queryable } from '@atalaia/database'
import { object, parse, string, type infer as Infer } from 'zod/mini'
import webPush from 'web-push'
import type { InstallationKey, KeyRing } from '../key-ring.ts'
import { deriveKey, createSecretBox } from '../store/secret-box.ts'
import { createSettingsRepository } from '../store/settings-repository.ts'

const keysSchema = object({ publicKey: string(), privateKey: string() })
/** M-PUSH-3 */
export type VapidKeys = Infer<typeof keysSchema>

const OWNER = 'installation'

const nameFor = ({ secret }: InstallationKey) =>
  `push_keys_${deriveKey(secret, 'name of the keys of web push').toString('hex').slice(0, 16)}`
const boxFor = (key: InstallationKey) => createSecretBox({ current: key, all: [key] }, { purpose: 'keys of web push' })

const find = async (
  database: Queryable,
  { all }: KeyRing,
): Promise<{ by: InstallationKey; text: string } | undefined> => {
  const settings = createSettingsRepository(database)
  for (const by of all) {
    const sealed = await settings.get(nameFor(by))
    if (sealed !== undefined) return { by, text: boxFor(by).open(Buffer.from(sealed, 'base64'), OWNER) }
  }
  return undefined
}
const keep = (database: Queryable, { current }: KeyRing, text: string): Promise<void> =>
  createSettingsRepository(database).add(
    nameFor(current),
    Buffer.from(boxFor(current).seal(text, OWNER)).toString('base64'),
  )

/**
 * Reads the installation's push keys (RFC 8292), encrypted under a key derived from `ring`. The
 * first call of all processes makes them.
 */
export const createVapidKeys = (database: Queryable, ring: KeyRing): (() => Promise<VapidKeys>) => {
  let known: VapidKeys | undefined
  return async () => {
    if (known) return known
    if ((await find(database, ring)) === undefined)
      await keep(database, ring, JSON.stringify(webPush.generateVAPIDKeys()))
    // Another process may have been first: its pair counts.
    const found = await find(database, ring)
    known = parse(keysSchema, JSON.parse(found?.text ?? ''))
    return known
  }
}

export const resealVapidKeys = async (database: Queryable, ring: KeyRing): Promise<boolean> => {
  const found = await find(database, ring)
  if (found === undefined || found.by === ring.current) return false
  await keep(database, ring, found.text)
  await createSettingsRepository(database).remove(nameFor(found.by))
  return true
}
