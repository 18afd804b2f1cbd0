import { saoPauloDay } from '@atalaia/contracts'
import { sql, type Database, type Queryable } from '@atalaia/database'
import { enum as oneOf, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS, morningOf } from '../../base/clock.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import { SEVERITY_LEVELS } from '../../numbers/severity/severity.ts'

/** `imediata`: after an import's analysis. `semanal`: each Monday. */
export const FREQUENCIES = ['nunca', 'imediata', 'diaria', 'semanal'] as const
export type Frequency = (typeof FREQUENCIES)[number]

export const alertSettingSchema = object({ frequencia: oneOf(FREQUENCIES), gravidade_minima: oneOf(SEVERITY_LEVELS) })
export type AlertSetting = Infer<typeof alertSettingSchema>

const MONDAY = 1

export const nextAlertAt = (frequency: Frequency, now: Date): Date | undefined => {
  if (frequency === 'nunca') return undefined
  if (frequency === 'imediata') return now
  for (let ahead = 0; ; ahead += DAY_MS) {
    const at = morningOf(saoPauloDay(new Date(now.getTime() + ahead)))
    if (at > now && (frequency === 'diaria' || at.getUTCDay() === MONDAY)) return at
  }
}

/** `undefined`: at once. */
export const nextLookByClock = ({ frequency }: { readonly frequency: Frequency }, at: Date): Date | undefined =>
  frequency === 'imediata' ? undefined : nextAlertAt(frequency, at)

export const ownAlertSettingSchema = object({ ...alertSettingSchema.shape, para: string() })

export type AlertMember = { readonly accountId: string; readonly organisationId: string }

/** Each channel has a separate setting. */
export type AlertChannel = 'email' | 'push'

/** `undefined`: no member, or no longer. */
export const readAlertSetting = async (
  database: Queryable,
  { accountId, organisationId }: AlertMember,
  channel: AlertChannel = 'email',
): Promise<Infer<typeof ownAlertSettingSchema> | undefined> => {
  const [found] = await database.query(
    ownAlertSettingSchema,
    sql`SELECT email AS para, coalesce(frequency, 'nunca') AS frequencia, coalesce(least, 'baixa') AS gravidade_minima
     FROM membership JOIN account ON account.id = membership.account_id
     LEFT JOIN alert_setting AS setting ON setting.account_id = membership.account_id
       AND setting.organisation_id = membership.organisation_id AND channel = ${channel}
     WHERE membership.account_id = ${accountId}::uuid AND membership.organisation_id = ${organisationId}`,
  )
  return found
}

export const alertedIn = async (database: Queryable, accountId: string): Promise<string[]> => {
  const found = await database.query(
    object({ id: string() }),
    sql`SELECT organisation_id::text AS id FROM alert_setting WHERE account_id = ${accountId}::uuid AND channel = 'email' ORDER BY 1`,
  )
  return found.map(({ id }) => id)
}

export const forgetWaiting = (
  database: Queryable,
  { accountId, organisationId }: AlertMember,
  channel: AlertChannel,
): Promise<number> =>
  database.execute(
    sql`DELETE FROM alert USING monitored_address AS mine
     WHERE account_id = ${accountId}::uuid AND channel = ${channel} AND outcome IS NULL AND mine.id = monitored_id
       AND mine.organisation_id = ${organisationId}`,
  )

export type AlertChange = AlertMember & { readonly actor: AuditActor; readonly at: Date } & Partial<AlertSetting> & {
    /** Default: 'email'. */
    readonly channel?: AlertChannel
    /** True: the channel reached no person so far, and begins again. */
    readonly isNew?: boolean
  }

/** Changes only named fields. `undefined`: no member. */
export const changeAlertSetting = (database: Database, change: AlertChange): Promise<AlertSetting | undefined> =>
  database.transaction((transaction) => changeAlertSettingIn(transaction, change))

/** In the caller's transaction, which must lock nothing before. */
export const changeAlertSettingIn = async (
  transaction: Queryable,
  { accountId, organisationId, actor, at, channel = 'email', isNew = false, ...change }: AlertChange,
): Promise<AlertSetting | undefined> => {
  // Runs are recorded under the same lock: none is lost between the last one that counts as told and the first that does not.
  await lockOrganisation(transaction, organisationId)
  const known = await readAlertSetting(transaction, { accountId, organisationId }, channel)
  if (known === undefined) return undefined
  const { frequencia, gravidade_minima: least } = { ...known, ...change }
  if (frequencia === 'nunca' || isNew) await forgetWaiting(transaction, { accountId, organisationId }, channel)
  // Nothing waits for who begins: the next import sets the time, 15 s after it, for all that comes until then.
  const isAwaited = frequencia === 'imediata' && (known.frequencia === 'nunca' || isNew)
  const dueAt = isAwaited ? null : (nextAlertAt(frequencia, at)?.toISOString() ?? null)
  const organisation = sql`${organisationId}::bigint`
  // Alerts that begin, or begin again, tell nothing of the runs of before.
  await transaction.execute(
    sql`INSERT INTO alert_setting AS known (account_id, channel, organisation_id, frequency, least, run_id, due_at)
     SELECT ${accountId}::uuid, ${channel}::text, ${organisation}, ${frequencia}::text, ${least}::text, coalesce(max(id), 0), ${dueAt}::timestamptz
     FROM analysis WHERE organisation_id = ${organisation}
     ON CONFLICT (account_id, organisation_id, channel) DO UPDATE
       SET frequency = excluded.frequency, least = excluded.least, due_at = excluded.due_at,
           run_id = CASE WHEN known.frequency = 'nunca' OR ${isNew}::boolean THEN excluded.run_id ELSE known.run_id END`,
  )
  const before = { frequency: known.frequencia, least: known.gravidade_minima }
  const facts = { before, after: { frequency: frequencia, least, ...(channel === 'push' && { channel }) } }
  const target = { kind: 'account', id: accountId, name: known.para } as const
  const isChanged = frequencia !== known.frequencia || least !== known.gravidade_minima
  if (isChanged)
    await recordAudit(transaction, { organisationId, action: 'alerts.changed', actor, at, target, ...facts })
  return { frequencia, gravidade_minima: least }
}
