import { mayDo, type Operation, type Role } from '@atalaia/contracts'
import { FIRST_STEPS, type FirstStep, type FirstSteps } from '@atalaia/contracts/first-steps'
import { type Queryable, sql } from '@atalaia/database'
import { boolean, object } from 'zod/mini'
import { HAS_FACTOR } from '../../base/people/accounts-repository.ts'

type Person = { readonly organisationId: string; readonly accountId: string; readonly role: Role }

/** A person gets the steps that the role allows (P-START-1). */
const OPERATIONS: Readonly<Record<FirstStep, Operation>> = {
  email: 'account:own',
  enderecos: 'addresses:write',
  avisos: 'alerts:own',
  nome: 'organisation:write',
  'segundo-fator': 'account:credentials',
  colegas: 'members:invite',
}

const doneSchema = object({
  ended: boolean(),
  email: boolean(),
  enderecos: boolean(),
  avisos: boolean(),
  nome: boolean(),
  'segundo-fator': boolean(),
  colegas: boolean(),
})

/** The steps of a person, in the order of the page. A choice of no alerts is a choice. */
export const readFirstSteps = async (
  database: Queryable,
  { organisationId, accountId, role }: Person,
): Promise<FirstSteps> => {
  const id = sql`${organisationId}::bigint`
  const [done] = await database.query(
    doneSchema,
    sql`SELECT EXISTS (SELECT FROM membership WHERE account_id = account.id AND organisation_id = ${id} AND first_steps_ended_at IS NOT NULL) AS ended,
       mailbox_proved_at IS NOT NULL AS email,
       EXISTS (SELECT FROM monitored_address WHERE organisation_id = ${id})
         OR EXISTS (SELECT FROM watched_domain WHERE organisation_id = ${id} AND proved_at IS NOT NULL) AS enderecos,
       EXISTS (SELECT FROM alert_setting WHERE account_id = account.id AND organisation_id = ${id} AND channel = 'email') AS avisos,
       EXISTS (SELECT FROM organisation WHERE id = ${id} AND name <> '') AS nome,
       ${HAS_FACTOR} AS "segundo-fator",
       (SELECT count(*) > 1 FROM membership WHERE organisation_id = ${id})
         OR EXISTS (SELECT FROM invitation WHERE organisation_id = ${id}) AS colegas
     FROM account WHERE id = ${accountId}::uuid`,
  )
  const own = FIRST_STEPS.filter((step) => mayDo(role, OPERATIONS[step]))
  return {
    encerrados: done?.ended ?? true,
    passos: own.map((passo) => ({ passo, feito: done?.[passo] ?? false })),
  }
}

export const endFirstSteps = (database: Queryable, { organisationId, accountId }: Omit<Person, 'role'>, at: Date) =>
  database.execute(
    sql`UPDATE membership SET first_steps_ended_at = coalesce(first_steps_ended_at, ${at.toISOString()}::timestamptz)
     WHERE organisation_id = ${organisationId} AND account_id = ${accountId}::uuid`,
  )
