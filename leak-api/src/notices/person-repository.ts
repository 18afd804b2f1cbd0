import { MAX_EVALUATIONS, NOTICE_ANSWERS, NOTICE_LANGUAGES, type NoticeAnswer } from '@atalaia/contracts/notices'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { array, boolean, enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import type { Monitored } from '../numbers/exposure/exposure-repository.ts'
import { IS_STOPPED, SENDER } from './find-people.ts'
import { hashOf } from './notice-links.ts'

const noticeSchema = object({
  id: string(),
  organisationId: string(),
  organisation: string(),
  monitoredId: string(),
  address: string(),
  language: oneOf(NOTICE_LANGUAGES),
  above: string(),
  below: string(),
  sources: array(string()),
  answer: nullable(oneOf(NOTICE_ANSWERS)),
  ticks: array(string()),
  linkHash: string(),
  expiresAt: string(),
  evaluations: int(),
  /** `null`: gone, or not proved. */
  sender: nullable(string()),
  isStopped: boolean(),
})
export type PersonalNotice = Infer<typeof noticeSchema>

export type NoticeWay = { readonly token: string } | { readonly organisationId: string; readonly person: string }

const whichOf = (way: NoticeWay): Sql =>
  'token' in way
    ? sql`link.token_hash = decode(${hashOf(way.token)}, 'hex')`
    : sql`notice.organisation_id = ${way.organisationId} AND mine.address = ${way.person}`

const noticeSql = (way: NoticeWay, now: Date) => sql`
  SELECT notice.id::text, notice.organisation_id::text AS "organisationId", coalesce(organisation.name, '') AS organisation,
    mine.id::text AS "monitoredId", mine.address, language, above, below, answer, ticks,
    array(SELECT source FROM notice_case WHERE notice_id = notice.id ORDER BY source) AS sources,
    encode(link.token_hash, 'hex') AS "linkHash", to_json(link.expires_at) #>> '{}' AS "expiresAt", evaluations,
    ${SENDER} AS sender, ${IS_STOPPED} AS "isStopped"
  FROM notice_link AS link JOIN notice ON notice.id = link.notice_id
  JOIN organisation ON organisation.id = notice.organisation_id AND suspended_because IS NULL
  JOIN monitored_address AS mine ON mine.id = monitored_id AND mine.watched
  WHERE link.expires_at > ${now.toISOString()} AND ${whichOf(way)}
  ORDER BY sent_at DESC, link.expires_at DESC LIMIT 1`

const tagsSql = (organisationId: string, { key, domain, local }: Monitored) => sql`
  SELECT coalesce(array_agg(DISTINCT encode(tag, 'hex')) FILTER (WHERE tag IS NOT NULL), '{}') AS tags,
    (count(*) FILTER (WHERE tag IS NULL))::int AS untagged
  FROM (
    SELECT fingerprint, (array_agg(tag) FILTER (WHERE tag IS NOT NULL))[1] AS tag
    FROM credentials_of(${key}::bigint, ${domain}::integer, ${local}) AS credential
    JOIN sighting ON sighting.id = credential.sighting AND sighting.secret IS NOT NULL
    JOIN covered_source ON covered_source.source_id = sighting.source_id
      AND covered_source.organisation_id = ${organisationId}
    LEFT JOIN proof_tag ON proof_tag.address = ${key}::bigint AND proof_tag.pair = credential.pair
    GROUP BY fingerprint
  ) AS password`
const tagsSchema = object({ tags: array(string()), untagged: int() })

/** Changes answer whether something changed. */
export const createPersonRepository = (on: Queryable) => ({
  /** The newest. `undefined`: unknown, or ended. */
  find: async (way: NoticeWay, now: Date): Promise<PersonalNotice | undefined> =>
    (await on.query(noticeSchema, noticeSql(way, now)))[0],
  /** In hexadecimal. `untagged`: passwords and hashes. */
  tags: async (organisationId: string, monitored: Monitored): Promise<Infer<typeof tagsSchema>> =>
    (await on.query(tagsSchema, tagsSql(organisationId, monitored)))[0] ?? { tags: [], untagged: 0 },
  open: async (id: string, now: Date): Promise<boolean> =>
    (await on.execute(
      sql`UPDATE notice SET opened_at = ${now.toISOString()} WHERE id = ${id}::uuid AND opened_at IS NULL`,
    )) > 0,
  tick: async (id: string, ticks: readonly string[]): Promise<void> => {
    await on.execute(sql`UPDATE notice SET ticks = ${ticks}::text[] WHERE id = ${id}::uuid`)
  },
  answer: async (id: string, answer: NoticeAnswer, now: Date): Promise<boolean> =>
    (await on.execute(
      sql`UPDATE notice SET answer = ${answer}, answered_at = ${now.toISOString()}
        WHERE id = ${id}::uuid AND answer IS DISTINCT FROM ${answer}`,
    )) > 0,
  hasEvaluated: async (id: string): Promise<boolean> =>
    (await on.query(object({}), sql`SELECT FROM notice_link WHERE notice_id = ${id}::uuid AND evaluations > 0 LIMIT 1`))
      .length > 0,
  /** Evaluations left. `undefined`: already none (M-NOTICE-5). */
  countEvaluation: async (link: string): Promise<number | undefined> => {
    const [counted] = await on.query(
      object({ evaluations: int() }),
      sql`UPDATE notice_link SET evaluations = evaluations + 1
        WHERE token_hash = decode(${link}, 'hex') AND evaluations < ${MAX_EVALUATIONS} RETURNING evaluations`,
    )
    return counted && MAX_EVALUATIONS - counted.evaluations
  },
  stop: async ({ organisationId, address }: PersonalNotice, isStopped: boolean, now: Date): Promise<boolean> =>
    (await on.execute(
      isStopped
        ? sql`INSERT INTO notice_stop (organisation_id, address, stopped_at)
            VALUES (${organisationId}, ${address}, ${now.toISOString()}) ON CONFLICT DO NOTHING`
        : sql`DELETE FROM notice_stop WHERE organisation_id = ${organisationId} AND address = ${address}`,
    )) > 0,
})
