import { MAX_ADDRESS_LABELS } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { SHOWN } from '../../numbers/shown-addresses.ts'
import { OPEN } from './list-repository.ts'

const textSchema = object({ text: string() })

/** Labels and owners of an organisation's addresses, and its domains. Every call names the organisation: no row is reached without it. */
export type MarksRepository = {
  /** All labels in use, by their text. */
  labels(organisationId: string): Promise<string[]>
  /** The first 200 domains that it has named, proved or not (P-LIST-15). */
  domains(organisationId: string): Promise<string[]>
  /** The owners of addresses and of open cases, by their e-mail addresses. */
  owners(organisationId: string): Promise<string[]>
  /** Gives addresses an owner, or takes it off (P-LIST-11). Gives the number that changed. */
  assign(organisationId: string, ids: readonly string[], owner: string | null): Promise<number>
  /** Sets a label on addresses that have fewer than {@link MAX_ADDRESS_LABELS}, or takes it off. Gives the number that changed. */
  label(organisationId: string, ids: readonly string[], label: string, has: boolean): Promise<number>
}

export const createMarksRepository = (database: Queryable): MarksRepository => {
  const texts = async (sql: string, organisationId: string): Promise<string[]> =>
    (await database.query(textSchema, sql, [organisationId])).map(({ text }) => text)
  return {
    labels: (organisationId) =>
      texts(
        `SELECT DISTINCT label AS text FROM address_label JOIN monitored_address ON monitored_address.id = monitored_id
         WHERE organisation_id = $1 ORDER BY label LIMIT 200`,
        organisationId,
      ),
    domains: (organisationId) =>
      texts(
        'SELECT domain AS text FROM watched_domain WHERE organisation_id = $1 ORDER BY domain LIMIT 200',
        organisationId,
      ),
    owners: (organisationId) =>
      texts(
        `SELECT account.email AS text FROM leak_case JOIN account ON account.id = leak_case.owner_id
           JOIN monitored_address ON monitored_address.id = monitored_id
         WHERE leak_case.organisation_id = $1 AND ${OPEN}
         UNION SELECT account.email FROM monitored_address JOIN account ON account.id = owner_id
         WHERE monitored_address.organisation_id = $1 AND owner_id IS NOT NULL AND ${SHOWN} ORDER BY 1 LIMIT 200`,
        organisationId,
      ),
    assign: (organisationId, ids, owner) =>
      database.execute(
        `UPDATE monitored_address SET owner_id = $3::uuid WHERE organisation_id = $1 AND id = ANY($2::uuid[]) AND ${SHOWN}
         AND owner_id IS DISTINCT FROM $3::uuid`,
        [organisationId, ids, owner],
      ),
    label: (organisationId, ids, label, has) =>
      has
        ? database.execute(
            `INSERT INTO address_label (monitored_id, label)
             SELECT id, $3 FROM monitored_address WHERE organisation_id = $1 AND id = ANY($2::uuid[])
               AND (SELECT count(*) FROM address_label WHERE monitored_id = id) < ${MAX_ADDRESS_LABELS} ON CONFLICT DO NOTHING`,
            [organisationId, ids, label],
          )
        : database.execute(
            `DELETE FROM address_label USING monitored_address WHERE monitored_address.id = monitored_id
             AND organisation_id = $1 AND monitored_id = ANY($2::uuid[]) AND label = $3`,
            [organisationId, ids, label],
          ),
  }
}
