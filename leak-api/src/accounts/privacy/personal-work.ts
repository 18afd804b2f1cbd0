import { sql } from '@atalaia/database'
import type { PersonalData } from './personal-table.ts'

export const PERSONAL_WORK: readonly PersonalData[] = [
  {
    table: 'audit_person',
    what: 'its address, and the network of its acts, in the audit log of its organisations',
    until: 'the account or the organisation is deleted, or two years',
    rows: (own) => sql`SELECT audit_event.at AS em, action AS acao, audit_person.content AS nomes
      FROM audit_person JOIN audit_event USING (organisation_id, ordinal) JOIN account ON account_id = account.id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 1 DESC LIMIT 10000`,
  },
  {
    table: 'monitored_address',
    what: 'the addresses that it is responsible for',
    until: 'another person is responsible, the address is removed, it leaves the organisation, or is deleted',
    rows: (own) => sql`SELECT address AS endereco FROM monitored_address JOIN account ON owner_id = account.id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 1`,
  },
  {
    table: 'removed_address',
    what: 'the removed addresses that it was responsible for, or that it removed',
    until: 'the next removal that is at least a day later; from the deletion of the account on, without the account',
    rows: (
      own,
    ) => sql`SELECT address AS endereco, removed_at AS removido_em, removed_by IS NOT DISTINCT FROM account.id AS removido_pela_conta
      FROM removed_address JOIN account ON account.id IN (owner_id, removed_by)
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 2, 1`,
  },
  {
    table: 'leak_case',
    what: 'the cases that it is responsible for',
    until: 'another person is responsible, the address is removed, it leaves the organisation, or is deleted',
    rows: (own) => sql`SELECT address AS endereco, source AS fonte, state AS estado, due_on AS prazo
      FROM leak_case JOIN account ON owner_id = account.id JOIN monitored_address ON monitored_address.id = monitored_id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 1, 2`,
  },
  {
    table: 'given_case',
    what: 'the cases that another person gave to it, before it is notified',
    until: 'it is notified, some minutes later, or the case goes with its address',
    rows: (own) => sql`SELECT address AS endereco, source AS fonte, given_at AS em
      FROM given_case JOIN account ON account_id = account.id JOIN monitored_address ON monitored_address.id = monitored_id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 3, 1, 2`,
  },
  {
    table: 'case_step',
    what: 'the steps of cases that it has done',
    until: 'the address is removed; from the deletion of the account on, without the account',
    rows: (own) => sql`SELECT address AS endereco, source AS fonte, step AS passo, done_at AS feito_em
      FROM case_step JOIN account ON account_id = account.id JOIN monitored_address ON monitored_address.id = monitored_id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 4`,
  },
  {
    table: 'case_event',
    what: 'the changes of cases that it has made',
    until: 'the address is removed; from the deletion of the account on, without the account',
    rows: (own) => sql`SELECT address AS endereco, source AS fonte, kind AS tipo, at AS em
      FROM case_event JOIN account ON account_id = account.id JOIN monitored_address ON monitored_address.id = monitored_id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY case_event.id`,
  },
  {
    table: 'notice',
    what: 'the notices to people that it has sent',
    until: 'the address is removed; from the deletion of the account on, without the account',
    rows: (own) => sql`SELECT address AS endereco, sent_at AS em, above AS acima, below AS abaixo
      FROM notice JOIN account ON account_id = account.id JOIN monitored_address ON monitored_address.id = monitored_id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY 2, 1`,
  },
  {
    table: 'incident_event',
    what: 'the changes of the register of incidents that it has made',
    until:
      'the incident is removed, five years after its registration at the earliest; from the deletion of the account on, without the account',
    rows: (own) => sql`SELECT number AS incidente, kind AS tipo, at AS em
      FROM incident_event JOIN account ON account_id = account.id JOIN incident ON incident.id = incident_id
      WHERE account.id = ${own.id}::uuid AND email = ${own.email} ORDER BY incident_event.id`,
  },
]
