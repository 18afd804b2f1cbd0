import { type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'

const GOES: readonly string[] = [
  'account',
  'account_identity',
  'account_link',
  'address_label',
  'address_step',
  'alert',
  'alert_setting',
  'allowed_origin',
  'analysis',
  'api_key',
  'audit_person',
  'authenticator_app',
  'case_event',
  'case_step',
  'client',
  'company_join',
  'company_provider',
  'delivery',
  'factor_challenge',
  'finding',
  'finding_passed',
  'finding_progress',
  'given_case',
  'incident',
  'incident_case',
  'incident_event',
  'incident_reminder',
  'installation_operator',
  'invitation',
  'issued_document',
  'issued_file',
  'known_network',
  'leak_case',
  'mailbox_code',
  'membership',
  'monitored_address',
  'notice',
  'notice_case',
  'notice_link',
  'notice_stop',
  'organisation',
  'organisation_total',
  'passkey',
  'pending_analysis',
  'portal_action',
  'push_subscription',
  'recovery_code',
  'removed_address',
  'report',
  'scim_user',
  'session',
  'siem',
  'sign_in',
  'support_access',
  'watched_domain',
  'webhook',
  'webhook_finding',
]
const EMPTIED: Readonly<Record<string, string>> = {
  'address_step.account_id': 'the work of an organisation that others are in',
  'case_event.account_id': 'the history of an organisation that others are in',
  'case_event.key_id': 'the history of an organisation goes with it, and outlives a key',
  'case_step.account_id': 'the work of an organisation that others are in',
  'incident_event.account_id': 'the register of an organisation that others are in',
  'invitation.invited_by': 'an organisation that others are in takes it back; without a sender nobody can accept it',
  'leak_case.owner_id': 'the cases of an organisation that others are in',
  'notice.account_id': 'the notices of an organisation that others are in',
  'notice.incident_id': 'the notice goes with its organisation, and outlives an incident',
  'monitored_address.owner_id': 'the addresses of an organisation that others are in',
  'push_subscription.session_id': 'the row goes with its account',
  'removed_address.owner_id': 'the addresses of an organisation that others are in',
  'removed_address.removed_by': 'the addresses of an organisation that others are in',
  'scim_user.account_id': "a line of another organisation's directory, which is bound to the new account",
}
const UNREFERENCED: Readonly<Record<string, string>> = {
  'audit_event.organisation_id': 'stays: the log of an organisation outlives it, without names',
  'audit_head.organisation_id': 'stays: the end of that log',
  'audit_person.mailbox': 'stays: names in the logs of organisations that have invited the mailbox',
  'audit_person.organisation_id': 'goes: a trigger removes the rows with the organisation',
  'invitation.mailbox': 'stays: others have invited the mailbox, whoever had its account',
  'delivery.recipient': 'stays: the mailbox was sent it, and is its owner’s',
  'mailbox_code.mailbox': 'stays: another organisation has asked the mailbox',
  'pending_analysis.organisation_id': 'goes with the address of the organisation',
  'report.organisation_id': 'goes with its run, which names the organisation',
  'scim_user.mailbox': "stays: a line of another organisation's directory",
}

const textSchema = object({ text: string() })
const referenceSchema = object({ table: string(), columns: string(), target: string(), action: string() })
const CASCADE = 'c'

const referencesIn = async (database: Database) => {
  const all = await database.query(
    referenceSchema,
    sql`SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS target, confdeltype::text AS action,
    (SELECT string_agg(attname, ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY(conkey)) AS columns
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0`,
  )
  const reached = new Set(['account', 'organisation'])
  for (let size = 0; size < reached.size;) {
    size = reached.size
    for (const { table, target } of all) if (reached.has(target)) reached.add(table)
  }
  return { reached, references: all.filter(({ target }) => reached.has(target)) }
}

onPostgres((database) => {
  // Rule: P-ACCOUNT-7
  // Threat: T-ACCOUNT-28
  test('of each table that names an account or an organisation it is decided what a new start does with it', async () => {
    const { reached, references } = await referencesIn(database())
    const cascading = references.filter(({ action }) => action === CASCADE)
    expect([...reached].toSorted()).toEqual([...GOES].toSorted())
    for (const table of GOES.filter((each) => each !== 'organisation'))
      expect([table, cascading.some((reference) => reference.table === table)]).toEqual([table, true])
    const emptied = references.filter(({ action }) => action !== CASCADE)
    expect(emptied.map(({ table, columns }) => `${table}.${columns}`).toSorted()).toEqual(
      Object.keys(EMPTIED).toSorted(),
    )
    const referring = new Set(
      references.flatMap(({ table, columns }) => columns.split(',').map((each) => `${table}.${each}`)),
    )
    const named = (
      await database().query(
        textSchema,
        sql`SELECT table_name || '.' || column_name AS text FROM information_schema.columns
  JOIN information_schema.tables USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
  AND column_name IN ('account_id', 'organisation_id', 'owner_id', 'operator_id', 'mailbox', 'recipient')`,
      )
    ).map(({ text }) => text)
    expect(named.filter((column) => !referring.has(column)).toSorted()).toEqual(Object.keys(UNREFERENCED).toSorted())
  })
})
