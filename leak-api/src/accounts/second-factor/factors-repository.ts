import { type Queryable, sql, type Sql } from '@atalaia/database'
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
/** `publicKey` is hexadecimal; commas separate `transports`. */
export type Passkey = Infer<typeof passkeySchema>
export type NewPasskey = Pick<Passkey, 'accountId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'>

const appSchema = object({ sealed: string(), lastStep: int() })
const countSchema = object({ hasApp: boolean(), passkeys: int(), codes: int(), isRequired: boolean() })
/** `isRequired`: one of the account's organisations requires a factor. */
export type FactorCounts = Infer<typeof countSchema>

const INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`
const COLUMNS = sql`id::text, account_id::text AS "accountId", credential_id AS "credentialId",
  encode(public_key, 'hex') AS "publicKey", counter::float8 AS counter, transports, name,
  to_char(added_at AT TIME ZONE 'UTC', ${INSTANT}) AS "addedAt",
  to_char(last_used_at AT TIME ZONE 'UTC', ${INSTANT}) AS "lastUsedAt"`

/** Second factors of accounts. Secrets are sealed (`Seal`), in hexadecimal digits. */
export const createFactorsRepository = (database: Queryable) => {
  const changed = async (statement: Sql) => (await database.execute(statement)) > 0
  const passkeys = (which: Sql) =>
    database.query(passkeySchema, sql`SELECT ${COLUMNS} FROM passkey WHERE ${which} ORDER BY added_at, id`)
  return {
    count: async (accountId: string): Promise<FactorCounts> => {
      const [counts] = await database.query(
        countSchema,
        sql`SELECT EXISTS (SELECT FROM authenticator_app WHERE account_id = account.id AND confirmed_at IS NOT NULL) AS "hasApp",
           (SELECT count(*)::int FROM passkey WHERE account_id = account.id) AS passkeys,
           (SELECT count(*)::int FROM recovery_code WHERE account_id = account.id) AS codes,
           EXISTS (SELECT FROM membership JOIN organisation ON organisation.id = membership.organisation_id
             WHERE membership.account_id = account.id AND second_factor_required) AS "isRequired"
         FROM account WHERE account.id = ${accountId}::uuid`,
      )
      return counts ?? { hasApp: false, passkeys: 0, codes: 0, isRequired: false }
    },
    passkeys: (accountId: string): Promise<Passkey[]> => passkeys(sql`account_id = ${accountId}`),
    findPasskey: async (credentialId: string): Promise<Passkey | undefined> =>
      (await passkeys(sql`credential_id = ${credentialId}`))[0],
    /** `isConfirmed` chooses the app in use, or the app under setup. */
    findApp: async (accountId: string, isConfirmed: boolean): Promise<Infer<typeof appSchema> | undefined> => {
      const [app] = await database.query(
        appSchema,
        sql`SELECT encode(sealed_secret, 'hex') AS sealed, last_step AS "lastStep" FROM authenticator_app
         WHERE account_id = ${accountId}::uuid AND (confirmed_at IS NOT NULL) = ${isConfirmed}`,
      )
      return app
    },
    /** `false`: an app is in use. */
    beginApp: (accountId: string, sealed: string): Promise<boolean> =>
      changed(
        sql`INSERT INTO authenticator_app AS known (account_id, sealed_secret) VALUES (${accountId}::uuid, decode(${sealed}, 'hex'))
         ON CONFLICT (account_id) DO UPDATE SET sealed_secret = excluded.sealed_secret WHERE known.confirmed_at IS NULL`,
      ),
    /** Takes the code of a 30 s step once. The first code puts the app into use. */
    takeStep: (accountId: string, step: number, isConfirmed: boolean, now: Date): Promise<boolean> =>
      changed(
        sql`UPDATE authenticator_app SET last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${now.toISOString()})
         WHERE account_id = ${accountId}::uuid AND last_step < ${step} AND (confirmed_at IS NOT NULL) = ${isConfirmed}`,
      ),
    removeApp: (accountId: string): Promise<boolean> =>
      changed(sql`DELETE FROM authenticator_app WHERE account_id = ${accountId}::uuid AND confirmed_at IS NOT NULL`),
    /** `false`: somebody has the passkey already. */
    addPasskey: (
      { accountId, credentialId, publicKey, counter, transports, name }: NewPasskey,
      now: Date,
    ): Promise<boolean> =>
      changed(
        sql`INSERT INTO passkey (account_id, credential_id, public_key, counter, transports, name, added_at)
         VALUES (${accountId}::uuid, ${credentialId}, decode(${publicKey}, 'hex'), ${counter}, ${transports}, ${name}, ${now.toISOString()}) ON CONFLICT (credential_id) DO NOTHING`,
      ),
    /** Notes a use. `false`: a counting authenticator repeats a number, so a copy exists. */
    usePasskey: (id: string, counter: number, now: Date): Promise<boolean> =>
      changed(
        sql`UPDATE passkey SET counter = ${counter}, last_used_at = ${now.toISOString()}
         WHERE id = ${id}::uuid AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))`,
      ),
    renamePasskey: (accountId: string, id: string, name: string): Promise<boolean> =>
      changed(sql`UPDATE passkey SET name = ${name} WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`),
    removePasskey: async (accountId: string, id: string): Promise<string | undefined> => {
      const [removed] = await database.query(
        object({ name: string() }),
        sql`DELETE FROM passkey WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid RETURNING name`,
      )
      return removed?.name
    },
    /** Also removes recovery codes. `false`: nothing existed. */
    removeAll: async (accountId: string): Promise<boolean> => {
      let removed = 0
      for (const table of ['authenticator_app', 'passkey', 'recovery_code'])
        removed += await database.execute(sql`DELETE FROM ${sql.table(table)} WHERE account_id = ${accountId}::uuid`)
      return removed > 0
    },
    setCodes: async (accountId: string, hashes: readonly string[]): Promise<void> => {
      await database.execute(sql`DELETE FROM recovery_code WHERE account_id = ${accountId}::uuid`)
      await database.execute(
        sql`INSERT INTO recovery_code (account_id, code_hash)
         SELECT ${accountId}::uuid, decode(hash, 'hex') FROM unnest(string_to_array(${hashes.join(',')}, ',')) AS hash`,
      )
    },
    takeCode: (accountId: string, hash: string): Promise<boolean> =>
      changed(
        sql`DELETE FROM recovery_code WHERE account_id = ${accountId}::uuid AND code_hash = decode(${hash}, 'hex')`,
      ),
    requireFor: async (organisationId: string, isRequired: boolean): Promise<boolean> => {
      const [before] = await database.query(
        object({ required: boolean() }),
        sql`SELECT second_factor_required AS required FROM organisation WHERE id = ${organisationId}`,
      )
      await database.execute(
        sql`UPDATE organisation SET second_factor_required = ${isRequired} WHERE id = ${organisationId}`,
      )
      return before?.required === true
    },
  }
}
export type FactorsRepository = ReturnType<typeof createFactorsRepository>
