import type { Queryable } from '@atalaia/database'
import { object, parse, string, type infer as Infer } from 'zod/mini'
import webPush from 'web-push'
import { deriveKey } from '../store/box.ts'
import { createSecretBox } from '../store/secret-box.ts'
import { createSettingsRepository } from '../store/settings-repository.ts'

const keysSchema = object({ publicKey: string(), privateKey: string() })
/** The pair of keys by which push services know this installation (RFC 8292), in base64url (M-PUSH-3). */
export type VapidKeys = Infer<typeof keysSchema>

const OWNER = 'installation'

/**
 * Reads the pair from the database, where it lies encrypted with a key that is derived from `key`, the one that signs tokens.
 * The first call of all processes makes it. With another `key` there is another pair, and that of before comes back with its own.
 */
export const createVapidKeys = (database: Queryable, key: Uint8Array): (() => Promise<VapidKeys>) => {
  const box = createSecretBox(key, 'keys of web push')
  const name = `push_keys_${deriveKey(key, 'name of the keys of web push').toString('hex').slice(0, 16)}`
  let known: VapidKeys | undefined
  return async () => {
    if (known) return known
    const settings = createSettingsRepository(database)
    let sealed = await settings.get(name)
    if (sealed === undefined) {
      const made = box.seal(JSON.stringify(webPush.generateVAPIDKeys()), OWNER)
      await settings.add(name, Buffer.from(made).toString('base64'))
      // Another process may have been first: its pair counts.
      sealed = (await settings.get(name)) ?? ''
    }
    known = parse(keysSchema, JSON.parse(box.open(Buffer.from(sealed, 'base64'), OWNER)))
    return known
  }
}
