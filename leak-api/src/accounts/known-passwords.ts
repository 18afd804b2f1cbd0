import { type Queryable, sql } from '@atalaia/database'
import { object } from 'zod/mini'
import { createFingerprint } from '../base/store/fingerprint.ts'
import { createPasswordRanges, type PasswordRanges, type RangeLog } from './password-ranges.ts'
import { refusePassword, type NewPassword } from './password-rules.ts'

export type KnownPasswords = {
  /** True when our own data has the password with this normalised address. */
  has(address: string, password: string): Promise<boolean>
  /** The operator's list; `undefined`: there is no list. */
  readonly ranges: PasswordRanges | undefined
}

type RangesOptions = { readonly passwordRangesUrl?: string | undefined; readonly log: RangeLog }

/** `key` fingerprints the passwords of leaks. */
export const createKnownPasswords = (
  database: Queryable,
  key: Uint8Array,
  { passwordRangesUrl, log }: RangesOptions,
): KnownPasswords => {
  const fingerprint = createFingerprint(key)
  return {
    ranges: passwordRangesUrl === undefined ? undefined : createPasswordRanges(passwordRangesUrl, log),
    has: async (address, password) => {
      const found = await database.query(
        object({}),
        sql`SELECT FROM credentials_of(address_key(${address}), domain_key(${address}), local_part(${address})) WHERE fingerprint = ${fingerprint(address, password)}::uuid LIMIT 1`,
      )
      return found.length > 0
    },
  }
}

/** Extends {@link refusePassword}: also refuses passwords of the operator's list. */
export const refuseListedPassword = async (
  asked: NewPassword,
  { ranges }: Pick<KnownPasswords, 'ranges'>,
): Promise<string | undefined> => {
  const refusal = refusePassword(asked)
  if (refusal !== undefined) return refusal
  return (await ranges?.has(asked.password)) === true
    ? 'Esta senha aparece em vazamentos conhecidos. Escolha outra.'
    : undefined
}

/**
 * Extends {@link refuseListedPassword}: also refuses a password that leaked with this address. For
 * the mailbox's owner alone: the answer reveals a password (P-ACCOUNT-5).
 */
export const refuseKnownPassword = async (asked: NewPassword, known: KnownPasswords): Promise<string | undefined> => {
  const refusal = await refuseListedPassword(asked, known)
  if (refusal !== undefined) return refusal
  return (await known.has(asked.email, asked.password))
    ? 'Esta senha apareceu num vazamento deste endereço. Escolha outra.'
    : undefined
}
