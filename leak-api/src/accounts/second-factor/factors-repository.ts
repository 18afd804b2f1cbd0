import type { Queryable } from '@atalaia/database'
import { boolean, int, nullable, number, object, string, type infer as Infer } from 'zod/mini'

const passkeySchema = object({
  id: string(),
  accountId: string(),
  credentialId: string(),
  publicKey: string(),
  counter: number(),
  transports: string(),
  name: string(),
  addedAt: string(),
  lastUsedAt: nullable(string()),
})
/** A passkey of an account. `publicKey` is in hexadecimal digits, `transports` are separated by commas. */
export type Passkey = Infer<typeof passkeySchema>
export type NewPasskey = Pick<Passkey, 'accountId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'>

const appSchema = object({ sealed: string(), lastStep: int() })
const countSchema = object({ hasApp: boolean(), passkeys: int(), codes: int(), isRequired: boolean() })
/** The number of each that an account has; `isRequired`: an organisation that it is in wants one. */
export type FactorCounts = Infer<typeof countSchema>

const INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`
const COLUMNS = `id::text, account_id::text AS "accountId", credential_id AS "credentialId",
  encode(public_key, 'hex') AS "publicKey", counter::float8 AS counter, transports, name,
  to_char(added_at AT TIME ZONE 'UTC', ${INSTANT}) AS "addedAt",
  to_char(last_used_at AT TIME ZONE 'UTC', ${INSTANT}) AS "lastUsedAt"`

/** The second factors of accounts. What is secret in them comes and goes sealed (`Seal`), in hexadecimal digits. */
export type FactorsRepository = {
  count(accountId: string): Promise<FactorCounts>
  passkeys(accountId: string): Promise<Passkey[]>
  findPasskey(credentialId: string): Promise<Passkey | undefined>
  /** The app's secret; `isConfirmed` chooses between the one in use and the one that is being set up. */
  findApp(accountId: string, isConfirmed: boolean): Promise<Infer<typeof appSchema> | undefined>
  /** Begins to set up an app. `false`: one is in use. */
  beginApp(accountId: string, sealed: string): Promise<boolean>
  /** Takes a code of 30 s, each once: in use, or the first one, with which the app counts from now on. */
  takeStep(accountId: string, step: number, isConfirmed: boolean, now: Date): Promise<boolean>
  removeApp(accountId: string): Promise<boolean>
  /** `false`: the passkey is somebody's already. */
  addPasskey(passkey: NewPasskey, now: Date): Promise<boolean>
  /** Notes a use. `false`: an authenticator that counts has said this number before, so that there is a copy of it. */
  usePasskey(id: string, counter: number, now: Date): Promise<boolean>
  renamePasskey(accountId: string, id: string, name: string): Promise<boolean>
  /** The name of the one that was removed. */
  removePasskey(accountId: string, id: string): Promise<string | undefined>
  /** Removes all factors and recovery codes. `false`: there were none. */
  removeAll(accountId: string): Promise<boolean>
  /** In the place of all others. */
  setCodes(accountId: string, hashes: readonly string[]): Promise<void>
  /** Uses a code up. */
  takeCode(accountId: string, hash: string): Promise<boolean>
  /** Called with the organisation locked; whether it was required before. */
  requireFor(organisationId: string, isRequired: boolean): Promise<boolean>
}

export const createFactorsRepository = (database: Queryable): FactorsRepository => {
  const changed = async (sql: string, values: readonly unknown[]) => (await database.execute(sql, values)) > 0
  const passkeys = (where: string, value: string) =>
    database.query(passkeySchema, `SELECT ${COLUMNS} FROM passkey WHERE ${where} = $1 ORDER BY added_at, id`, [value])
  return {
    count: async (accountId) => {
      const [counts] = await database.query(
        countSchema,
        `SELECT EXISTS (SELECT FROM authenticator_app WHERE account_id = account.id AND confirmed_at IS NOT NULL) AS "hasApp",
           (SELECT count(*)::int FROM passkey WHERE account_id = account.id) AS passkeys,
           (SELECT count(*)::int FROM recovery_code WHERE account_id = account.id) AS codes,
           EXISTS (SELECT FROM membership JOIN organisation ON organisation.id = membership.organisation_id
             WHERE membership.account_id = account.id AND second_factor_required) AS "isRequired"
         FROM account WHERE account.id = $1::uuid`,
        [accountId],
      )
      return counts ?? { hasApp: false, passkeys: 0, codes: 0, isRequired: false }
    },
    passkeys: (accountId) => passkeys('account_id', accountId),
    findPasskey: async (credentialId) => (await passkeys('credential_id', credentialId))[0],
    findApp: async (accountId, isConfirmed) => {
      const [app] = await database.query(
        appSchema,
        `SELECT encode(sealed_secret, 'hex') AS sealed, last_step AS "lastStep" FROM authenticator_app
         WHERE account_id = $1::uuid AND (confirmed_at IS NOT NULL) = $2`,
        [accountId, isConfirmed],
      )
      return app
    },
    beginApp: (accountId, sealed) =>
      changed(
        `INSERT INTO authenticator_app AS known (account_id, sealed_secret) VALUES ($1::uuid, decode($2, 'hex'))
         ON CONFLICT (account_id) DO UPDATE SET sealed_secret = excluded.sealed_secret WHERE known.confirmed_at IS NULL`,
        [accountId, sealed],
      ),
    takeStep: (accountId, step, isConfirmed, now) =>
      changed(
        `UPDATE authenticator_app SET last_step = $2, confirmed_at = coalesce(confirmed_at, $4)
         WHERE account_id = $1::uuid AND last_step < $2 AND (confirmed_at IS NOT NULL) = $3`,
        [accountId, step, isConfirmed, now.toISOString()],
      ),
    removeApp: (accountId) =>
      changed('DELETE FROM authenticator_app WHERE account_id = $1::uuid AND confirmed_at IS NOT NULL', [accountId]),
    addPasskey: ({ accountId, credentialId, publicKey, counter, transports, name }, now) =>
      changed(
        `INSERT INTO passkey (account_id, credential_id, public_key, counter, transports, name, added_at)
         VALUES ($1::uuid, $2, decode($3, 'hex'), $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING`,
        [accountId, credentialId, publicKey, counter, transports, name, now.toISOString()],
      ),
    usePasskey: (id, counter, now) =>
      changed(
        `UPDATE passkey SET counter = $2, last_used_at = $3
         WHERE id = $1::uuid AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
        [id, counter, now.toISOString()],
      ),
    renamePasskey: (accountId, id, name) =>
      changed('UPDATE passkey SET name = $3 WHERE account_id = $1::uuid AND id = $2::uuid', [accountId, id, name]),
    removePasskey: async (accountId, id) => {
      const [removed] = await database.query(
        object({ name: string() }),
        'DELETE FROM passkey WHERE account_id = $1::uuid AND id = $2::uuid RETURNING name',
        [accountId, id],
      )
      return removed?.name
    },
    removeAll: async (accountId) => {
      let removed = 0
      for (const table of ['authenticator_app', 'passkey', 'recovery_code'])
        removed += await database.execute(`DELETE FROM ${table} WHERE account_id = $1::uuid`, [accountId])
      return removed > 0
    },
    setCodes: async (accountId, hashes) => {
      await database.execute('DELETE FROM recovery_code WHERE account_id = $1::uuid', [accountId])
      await database.execute(
        `INSERT INTO recovery_code (account_id, code_hash)
         SELECT $1::uuid, decode(hash, 'hex') FROM unnest(string_to_array($2, ',')) AS hash`,
        [accountId, hashes.join(',')],
      )
    },
    takeCode: (accountId, hash) =>
      changed(`DELETE FROM recovery_code WHERE account_id = $1::uuid AND code_hash = decode($2, 'hex')`, [
        accountId,
        hash,
      ]),
    requireFor: async (organisationId, isRequired) => {
      const [before] = await database.query(
        object({ required: boolean() }),
        'SELECT second_factor_required AS required FROM organisation WHERE id = $1',
        [organisationId],
      )
      const sql = 'UPDATE organisation SET second_factor_required = $2 WHERE id = $1'
      await database.execute(sql, [organisationId, isRequired])
      return before?.required === true
    },
  }
}
