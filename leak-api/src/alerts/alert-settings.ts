import { saoPauloDay } from '@atalaia/contracts'
import type { Database, Queryable } from '@atalaia/database'
import { enum as oneOf, object, string, type infer as Infer } from 'zod/mini'
import { lockOrganisation } from '../accounts/accounts-repository.ts'
import { SEVERITY_LEVELS } from '../exposure/severity.ts'

/** The times at which alerts of an account are sent: after the analysis of an import, each day, each Monday, or never. */
export const FREQUENCIES = ['nunca', 'imediata', 'diaria', 'semanal'] as const
export type Frequency = (typeof FREQUENCIES)[number]

export const alertSettingSchema = object({ frequencia: oneOf(FREQUENCIES), gravidade_minima: oneOf(SEVERITY_LEVELS) })
export type AlertSetting = Infer<typeof alertSettingSchema>

const DAY_MS = 86_400_000
/** São Paulo has had no summer time since 2019. */
const MORNING = 'T08:00:00-03:00'
const MONDAY = 1

/** The next look for findings after `now`; `undefined` where alerts never come. */
export const nextAlertAt = (frequency: Frequency, now: Date): Date | undefined => {
  if (frequency === 'nunca') return undefined
  if (frequency === 'imediata') return now
  for (let ahead = 0; ; ahead += DAY_MS) {
    const at = new Date(`${saoPauloDay(new Date(now.getTime() + ahead))}${MORNING}`)
    if (at > now && (frequency === 'diaria' || at.getUTCDay() === MONDAY)) return at
  }
}

/** A setting with the mailbox that alerts go to. */
export const ownAlertSettingSchema = object({ ...alertSettingSchema.shape, para: string() })

/** The setting of an account, with its mailbox; `undefined` for an account that is gone. */
export const readAlertSetting = async (
  database: Queryable,
  accountId: string,
): Promise<Infer<typeof ownAlertSettingSchema> | undefined> => {
  const [found] = await database.query(
    ownAlertSettingSchema,
    `SELECT email AS para, coalesce(frequency, 'nunca') AS frequencia, coalesce(least, 'baixa') AS gravidade_minima
     FROM account LEFT JOIN alert_setting ON account_id = account.id AND channel = 'email' WHERE account.id = $1::uuid`,
    [accountId],
  )
  return found
}

/** Alerts that begin, or begin again, tell nothing of the runs of before. */
const WRITE = `INSERT INTO alert_setting AS known (account_id, channel, organisation_id, frequency, least, run_id, due_at)
  SELECT $1::uuid, 'email', $2::bigint, $3::text, $4::text, coalesce(max(id), 0), $5::timestamptz FROM analysis WHERE organisation_id = $2::bigint
  ON CONFLICT (account_id, channel) DO UPDATE
    SET frequency = excluded.frequency, least = excluded.least, due_at = excluded.due_at,
        run_id = CASE WHEN known.frequency = 'nunca' THEN excluded.run_id ELSE known.run_id END`

export type AlertChange = { readonly accountId: string; readonly at: Date } & Partial<AlertSetting>

/** Changes what is named of an account's setting. Gives the setting as it is then; `undefined` for an account that is gone. */
export const changeAlertSetting = (
  database: Database,
  { accountId, at, ...change }: AlertChange,
): Promise<AlertSetting | undefined> =>
  database.transaction(async (transaction) => {
    const [account] = await transaction.query(
      object({ organisationId: string() }),
      'SELECT organisation_id::text AS "organisationId" FROM account WHERE id = $1::uuid',
      [accountId],
    )
    if (account === undefined) return undefined
    const { organisationId } = account
    // Runs are recorded under the same lock: none is lost between the last one that counts as told and the first that does not.
    await lockOrganisation(transaction, organisationId)
    const known = await readAlertSetting(transaction, accountId)
    if (known === undefined) return undefined
    const { frequencia, gravidade_minima: least } = { ...known, ...change }
    if (frequencia === 'nunca')
      await transaction.execute('DELETE FROM alert WHERE account_id = $1::uuid AND outcome IS NULL', [accountId])
    const dueAt = nextAlertAt(frequencia, at)?.toISOString() ?? null
    await transaction.execute(WRITE, [accountId, organisationId, frequencia, least, dueAt])
    return { frequencia, gravidade_minima: least }
  })
