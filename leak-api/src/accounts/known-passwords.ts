import type { Queryable } from '@atalaia/database'
import { object } from 'zod/mini'
import { createFingerprint } from '../store/fingerprint.ts'
import { refusePassword, type NewPassword } from './password-rules.ts'

/** Passwords that leaked with an address. */
export type KnownPasswords = {
  /** `address` is in its one spelling. */
  has(address: string, password: string): Promise<boolean>
}

/** `key` is the one that fingerprints the passwords of leaks. */
export const createKnownPasswords = (database: Queryable, key: Uint8Array): KnownPasswords => {
  const fingerprint = createFingerprint(key)
  return {
    has: async (address, password) => {
      const found = await database.query(
        object({}),
        `SELECT 1 FROM credential WHERE address = address_key($1) AND domain = domain_key($1) AND local = local_part($1)
           AND fingerprint = $2::uuid LIMIT 1`,
        [address, fingerprint(address, password)],
      )
      return found.length > 0
    },
  }
}

/**
 * As {@link refusePassword}, and a password that leaked with this address is refused. To be asked only for the owner of the
 * mailbox: the answer tells a password.
 */
export const refuseKnownPassword = async (asked: NewPassword, known: KnownPasswords): Promise<string | undefined> => {
  const refusal = refusePassword(asked)
  if (refusal !== undefined) return refusal
  return (await known.has(asked.email, asked.password))
    ? 'Esta senha apareceu num vazamento deste endereço. Escolha outra.'
    : undefined
}
