import { type Queryable, sql } from '@atalaia/database'
import { object } from 'zod/mini'
import { createFingerprint } from '../base/store/fingerprint.ts'
import { createPasswordRanges, type PasswordRanges, type RangeLog } from './password-ranges.ts'
import { refusePassword, type NewPassword } from './password-rules.ts'

/** Passwords that have leaked. */
export type KnownPasswords = {
  /** True where it leaked with an address, in its one spelling, in our own data. */
  has(address: string, password: string): Promise<boolean>
  /** The operator's list of leaked passwords; `undefined`: there is none. */
  readonly ranges: PasswordRanges | undefined
}

type RangesOptions = { readonly passwordRangesUrl?: string | undefined; readonly log: RangeLog }

/** `key` is the one that fingerprints the passwords of leaks. */
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

/** As {@link refusePassword}, and a password of the operator's list is refused. */
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
 * As {@link refuseListedPassword}, and a password that leaked with this address is refused (P-ACCOUNT-5). To be asked
 * only for the owner of the mailbox: the answer tells a password.
 */
export const refuseKnownPassword = async (asked: NewPassword, known: KnownPasswords): Promise<string | undefined> => {
  const refusal = await refuseListedPassword(asked, known)
  if (refusal !== undefined) return refusal
  return (await known.has(asked.email, asked.password))
    ? 'Esta senha apareceu num vazamento deste endereço. Escolha outra.'
    : undefined
}
