import type { Right } from '@atalaia/artifact'
import type { Queryable } from '@atalaia/database'
import { emailRow, personRow, teamRow, type PersonRow, type TeamRow } from '../rows.ts'

/** Makes a person, or changes whether the person is an operator; `null` changes nothing of that. */
export const putPerson = (tx: Queryable, email: string, operator: boolean | null): Promise<number> =>
  tx.execute(
    `INSERT INTO gateway.person (email, operator) VALUES ($1, coalesce($2::boolean, false))
     ON CONFLICT (email) DO UPDATE SET operator = coalesce($2::boolean, gateway.person.operator)`,
    [email, operator],
  )

/** Sets what a person may do with the remotes of a team. */
export const putMember = (tx: Queryable, email: string, team: string, may: readonly Right[]): Promise<number> =>
  tx.execute(
    `INSERT INTO gateway.member (email, team, may) VALUES ($1, $2, $3::jsonb)
     ON CONFLICT (email, team) DO UPDATE SET may = EXCLUDED.may`,
    [email, team, JSON.stringify(may)],
  )

/** `false` when the person is not in the team. */
export const removeMember = async (tx: Queryable, email: string, team: string): Promise<boolean> =>
  (await tx.execute('DELETE FROM gateway.member WHERE email = $1 AND team = $2', [email, team])) === 1

/** `false` when there is no such person. Keys of the person end with the row. */
export const removePerson = async (tx: Queryable, email: string): Promise<boolean> =>
  (await tx.execute('DELETE FROM gateway.person WHERE email = $1', [email])) === 1

/** Holds a person's row until the transaction ends; `false` when there is no such person. */
export const lockPerson = async (tx: Queryable, email: string): Promise<boolean> =>
  (await tx.query(emailRow, 'SELECT email FROM gateway.person WHERE email = $1 FOR UPDATE', [email])).length === 1

export const listPeople = (db: Queryable): Promise<PersonRow[]> =>
  db.query(
    personRow,
    `SELECT email, operator,
       coalesce((SELECT jsonb_agg(jsonb_build_object('team', team, 'may', may) ORDER BY team)
         FROM gateway.member m WHERE m.email = p.email), '[]') AS teams,
       coalesce((SELECT jsonb_agg(jsonb_build_object('id', id, 'label', label, 'endsAt', ends_at) ORDER BY created_at)
         FROM gateway.deploy_token k
         WHERE k.person = p.email AND revoked_at IS NULL AND ends_at > now()), '[]') AS keys
     FROM gateway.person p ORDER BY email`,
  )

/** Gives remotes to a team, all that it owns from now on: from a team that had one it goes. */
export const replaceTeamRemotes = async (tx: Queryable, team: string, remotes: readonly string[]): Promise<void> => {
  await tx.execute('DELETE FROM gateway.team_remote WHERE team = $1', [team])
  for (const remote of new Set(remotes))
    await tx.execute(
      `INSERT INTO gateway.team_remote (remote, team) VALUES ($1, $2)
       ON CONFLICT (remote) DO UPDATE SET team = EXCLUDED.team`,
      [remote, team],
    )
}

export const listTeams = (db: Queryable): Promise<TeamRow[]> =>
  db.query(
    teamRow,
    'SELECT team, jsonb_agg(remote ORDER BY remote) AS remotes FROM gateway.team_remote GROUP BY team ORDER BY team',
  )
