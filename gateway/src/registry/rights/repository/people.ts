import type { Right } from '@atalaia/artifact'
import { type Queryable, sql } from '@atalaia/database'
import { emailRow, personRow, teamRow, type PersonRow, type TeamRow } from '../rows.ts'

/** Adds a person or changes the operator flag. `null` keeps the flag. */
export const putPerson = (tx: Queryable, email: string, operator: boolean | null): Promise<number> =>
  tx.execute(
    sql`INSERT INTO gateway.person (email, operator) VALUES (${email}, coalesce(${operator}::boolean, false))
     ON CONFLICT (email) DO UPDATE SET operator = coalesce(${operator}::boolean, gateway.person.operator)`,
  )

export const putMember = (tx: Queryable, email: string, team: string, may: readonly Right[]): Promise<number> =>
  tx.execute(
    sql`INSERT INTO gateway.member (email, team, may) VALUES (${email}, ${team}, ${JSON.stringify(may)}::jsonb)
     ON CONFLICT (email, team) DO UPDATE SET may = EXCLUDED.may`,
  )

export const removeMember = async (tx: Queryable, email: string, team: string): Promise<boolean> =>
  (await tx.execute(sql`DELETE FROM gateway.member WHERE email = ${email} AND team = ${team}`)) === 1

/** `false` when the person is unknown. Keys of the person end with the row. */
export const removePerson = async (tx: Queryable, email: string): Promise<boolean> =>
  (await tx.execute(sql`DELETE FROM gateway.person WHERE email = ${email}`)) === 1

/** Locks the row until the transaction ends. `false` when the person is unknown. */
export const lockPerson = async (tx: Queryable, email: string): Promise<boolean> =>
  (await tx.query(emailRow, sql`SELECT email FROM gateway.person WHERE email = ${email} FOR UPDATE`)).length === 1

export const listPeople = (db: Queryable): Promise<PersonRow[]> =>
  db.query(
    personRow,
    sql`SELECT email, operator,
       coalesce((SELECT jsonb_agg(jsonb_build_object('team', team, 'may', may) ORDER BY team)
         FROM gateway.member m WHERE m.email = p.email), '[]') AS teams,
       coalesce((SELECT jsonb_agg(jsonb_build_object('id', id, 'label', label, 'endsAt', ends_at) ORDER BY created_at)
         FROM gateway.deploy_token k
         WHERE k.person = p.email AND revoked_at IS NULL AND ends_at > now()), '[]') AS keys
     FROM gateway.person p ORDER BY email`,
  )

export const replaceTeamRemotes = async (tx: Queryable, team: string, remotes: readonly string[]): Promise<void> => {
  await tx.execute(sql`DELETE FROM gateway.team_remote WHERE team = ${team}`)
  for (const remote of new Set(remotes))
    await tx.execute(
      sql`INSERT INTO gateway.team_remote (remote, team) VALUES (${remote}, ${team})
       ON CONFLICT (remote) DO UPDATE SET team = EXCLUDED.team`,
    )
}

export const listTeams = (db: Queryable): Promise<TeamRow[]> =>
  db.query(
    teamRow,
    sql`SELECT team, jsonb_agg(remote ORDER BY remote) AS remotes FROM gateway.team_remote GROUP BY team ORDER BY team`,
  )
