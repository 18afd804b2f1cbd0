import { createHash, randomBytes } from 'node:crypto'
import { type Queryable, sql } from '@atalaia/database'
import { int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { MINUTE_MS } from '../../base/clock.ts'
import { arrivingIdentitySchema } from '../../base/people/provider.ts'

/**
 * `login`: the second step after a password. `passkey`: the whole login. `enrol`: a new passkey.
 * `proof`: a session proves its person again.
 */
export type ChallengePurpose = 'login' | 'passkey' | 'enrol' | 'proof'

export const CHALLENGE_MS = 5 * MINUTE_MS
const MAX_ATTEMPTS = 5

const ownerSchema = object({
  accountId: nullable(string()),
  generation: nullable(int()),
  provider: nullable(string()),
  identity: nullable(arrivingIdentitySchema),
})
export type ChallengeOwner = Infer<typeof ownerSchema>

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest('hex')
const COLUMNS = sql`account_id::text AS "accountId", generation, provider, identity`

/**
 * Steps under way. A challenge is 256 random bits, stored as a hash. Its holder continues the step.
 * It ends after 5 minutes, with its use, and after 5 wrong answers.
 */
export const createChallenges = (database: Queryable) => ({
  create: async (
    purpose: ChallengePurpose,
    { accountId = null, generation = null, provider = null, identity = null }: Partial<ChallengeOwner>,
    now: Date,
  ): Promise<string> => {
    const challenge = randomBytes(32).toString('base64url')
    await database.execute(sql`DELETE FROM factor_challenge WHERE expires_at <= ${now.toISOString()}`)
    await database.execute(
      sql`INSERT INTO factor_challenge (challenge_hash, purpose, account_id, generation, provider, expires_at, identity)
       VALUES (decode(${hashOf(challenge)}, 'hex'), ${purpose}, ${accountId}::uuid, ${generation}, ${provider}, ${new Date(now.getTime() + CHALLENGE_MS).toISOString()}, ${identity === null ? null : JSON.stringify(identity)}::jsonb)`,
    )
    return challenge
  },
  find: async (challenge: string, purpose: ChallengePurpose, now: Date): Promise<ChallengeOwner | undefined> => {
    const [owner] = await database.query(
      ownerSchema,
      sql`SELECT ${COLUMNS} FROM factor_challenge
       WHERE challenge_hash = decode(${hashOf(challenge)}, 'hex') AND purpose = ${purpose} AND expires_at > ${now.toISOString()} AND attempts < ${sql.lit(MAX_ATTEMPTS)}`,
    )
    return owner
  },
  /** Counts an answer before its check. `false`: too many, or the challenge has ended. */
  attempt: async (challenge: string, now: Date): Promise<boolean> => {
    const counted = await database.execute(
      sql`UPDATE factor_challenge SET attempts = attempts + 1
       WHERE challenge_hash = decode(${hashOf(challenge)}, 'hex') AND expires_at > ${now.toISOString()} AND attempts < ${sql.lit(MAX_ATTEMPTS)}`,
    )
    return counted > 0
  },
  /** Ends a challenge. `undefined`: it has ended, or somebody else just used it. */
  redeem: async (challenge: string, purpose: ChallengePurpose, now: Date): Promise<ChallengeOwner | undefined> => {
    const [owner] = await database.query(
      ownerSchema,
      sql`DELETE FROM factor_challenge WHERE challenge_hash = decode(${hashOf(challenge)}, 'hex') AND purpose = ${purpose} AND expires_at > ${now.toISOString()}
       RETURNING ${COLUMNS}`,
    )
    return owner
  },
})
export type Challenges = ReturnType<typeof createChallenges>
