import { createHash, randomBytes } from 'node:crypto'
import { type Queryable, sql } from '@atalaia/database'
import { nullable, object, string, type infer as Infer } from 'zod/mini'
import { HOUR_MS } from '../../base/clock.ts'
import {
  arrivingIdentitySchema,
  identityShape,
  type ArrivingIdentity,
  type Identity,
} from '../../base/people/provider.ts'

export const SIGN_IN_SECONDS = 600
const MAX_ATTEMPTS = 5

const sentSchema = object({ nonce: string(), verifier: string(), next: nullable(string()) })
const deliveredSchema = object({ identity: object(identityShape), next: nullable(string()) })
const finishedSchema = object({
  provider: string(),
  accountId: string(),
  next: nullable(string()),
  identity: nullable(arrivingIdentitySchema),
})

export type NewSignIn = {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly next: string | undefined
  readonly at: Date
}
type StateOf = { readonly provider: string; readonly state: string; readonly at: Date }
/** An answered sign-in. With an unlinked `identity`, the account's password is still missing. */
export type FinishedSignIn = Infer<typeof finishedSchema>

const SECRET_BYTES = 32
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

const finished = (cookie: string, at: string) =>
  sql`cookie_hash = decode(${cookie}, 'hex') AND state_hash IS NULL AND account_id IS NOT NULL AND expires_at > ${at}`
const COLUMNS = sql`provider, account_id::text AS "accountId", next, identity`
const open = (state: string, provider: string, at: string) =>
  sql`state_hash = decode(${state}, 'hex') AND provider = ${provider} AND expires_at > ${at}`
const ASSERTION_KEPT_MS = HOUR_MS

/** Sign-ins under way. A cookie holds one browser's secret, stored as a hash (P-IDENTITY-2). */
export const createSignIns = (database: Queryable) => ({
  begin: async ({ provider, state, nonce, verifier, next, at }: NewSignIn): Promise<string> => {
    const cookie = newSecret()
    await database.execute(sql`DELETE FROM sign_in WHERE expires_at <= ${at.toISOString()}`)
    await database.execute(
      sql`INSERT INTO sign_in (cookie_hash, provider, state_hash, nonce, verifier, next, expires_at)
       VALUES (decode(${hashOf(cookie)}, 'hex'), ${provider}, decode(${hashOf(state)}, 'hex'), ${nonce}, ${verifier}, ${next ?? null}, ${new Date(at.getTime() + SIGN_IN_SECONDS * 1000).toISOString()})`,
    )
    return cookie
  },
  /** This browser's sign-in with this provider and state. An answer counts once. */
  takeAnswer: async (
    cookie: string,
    { provider, state, at }: StateOf,
  ): Promise<Infer<typeof sentSchema> | undefined> => {
    const [sent] = await database.query(
      sentSchema,
      sql`UPDATE sign_in SET state_hash = NULL
       WHERE cookie_hash = decode(${hashOf(cookie)}, 'hex') AND state_hash = decode(${hashOf(state)}, 'hex') AND provider = ${provider} AND expires_at > ${at.toISOString()}
       RETURNING nonce, verifier, next`,
    )
    return sent
  },
  isOpen: async ({ provider, state, at }: StateOf): Promise<boolean> => {
    const found = await database.query(
      object({}),
      sql`SELECT 1 FROM sign_in WHERE ${open(hashOf(state), provider, at.toISOString())}`,
    )
    return found.length > 0
  },
  /**
   * Keeps the identity of an answer by POST, and returns a secret for its browser. Answers and
   * assertions count once. In a transaction.
   */
  deliver: async ({
    provider,
    state,
    identity,
    assertionId,
    at,
  }: StateOf & { readonly identity: Identity; readonly assertionId: string }): Promise<string | undefined> => {
    await database.execute(sql`DELETE FROM saml_assertion WHERE expires_at <= ${at.toISOString()}`)
    const kept = await database.execute(
      sql`INSERT INTO saml_assertion (id_hash, expires_at) VALUES (decode(${hashOf(JSON.stringify([identity.issuer, assertionId]))}, 'hex'), ${new Date(at.getTime() + ASSERTION_KEPT_MS).toISOString()}) ON CONFLICT DO NOTHING`,
    )
    if (kept === 0) return undefined
    const secret = newSecret()
    const delivered = await database.execute(
      sql`UPDATE sign_in SET state_hash = NULL, delivered_hash = decode(${hashOf(secret)}, 'hex'), identity = ${JSON.stringify(identity)}::jsonb WHERE ${open(hashOf(state), provider, at.toISOString())}`,
    )
    return delivered === 1 ? secret : undefined
  },
  /** The identity of this browser's sign-in, if the same browser brought the answer. Counts once. */
  takeDelivered: async (
    cookie: string,
    { secret, provider, at }: { readonly secret: string; readonly provider: string; readonly at: Date },
  ): Promise<Infer<typeof deliveredSchema> | undefined> => {
    const [delivered] = await database.query(
      deliveredSchema,
      sql`UPDATE sign_in SET delivered_hash = NULL, identity = NULL
       FROM (SELECT cookie_hash, identity FROM sign_in WHERE cookie_hash = decode(${hashOf(cookie)}, 'hex')
         AND delivered_hash = decode(${hashOf(secret)}, 'hex') AND provider = ${provider} AND expires_at > ${at.toISOString()} FOR UPDATE) AS answered
       WHERE sign_in.cookie_hash = answered.cookie_hash RETURNING answered.identity, sign_in.next`,
    )
    return delivered
  },
  finish: async (
    cookie: string,
    {
      accountId,
      identity,
      at,
    }: { readonly accountId: string; readonly identity: ArrivingIdentity | undefined; readonly at: Date },
  ): Promise<string> => {
    const renewed = newSecret()
    await database.execute(
      sql`UPDATE sign_in SET cookie_hash = decode(${hashOf(renewed)}, 'hex'), account_id = ${accountId}::uuid, identity = ${identity === undefined ? null : JSON.stringify(identity)}::jsonb
       WHERE cookie_hash = decode(${hashOf(cookie)}, 'hex') AND expires_at > ${at.toISOString()}`,
    )
    return renewed
  },
  find: async (cookie: string, at: Date): Promise<FinishedSignIn | undefined> => {
    const [found] = await database.query(
      finishedSchema,
      sql`SELECT ${COLUMNS} FROM sign_in WHERE ${finished(hashOf(cookie), at.toISOString())}`,
    )
    return found
  },
  /** Ends an answered sign-in. `undefined`: somebody else has just ended it. */
  take: async (cookie: string, at: Date): Promise<FinishedSignIn | undefined> => {
    const [taken] = await database.query(
      finishedSchema,
      sql`DELETE FROM sign_in WHERE ${finished(hashOf(cookie), at.toISOString())} RETURNING ${COLUMNS}`,
    )
    return taken
  },
  /** Counts a password attempt. `false`: too many. */
  attempt: async (cookie: string): Promise<boolean> =>
    (await database.execute(
      sql`UPDATE sign_in SET attempts = attempts + 1 WHERE cookie_hash = decode(${hashOf(cookie)}, 'hex') AND attempts < ${MAX_ATTEMPTS}`,
    )) === 1,
})
