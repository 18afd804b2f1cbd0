import { RIGHTS, type Right } from '@atalaia/artifact'
import type { Database, Queryable } from '@atalaia/database'
import { createIssuerKeys } from './issuer-keys.ts'
import { exchange, type ExchangeOrder, type ExchangeResult } from './exchange.ts'
import { listActs, listExchanges, recordAct, type NewAct } from './repository/acts.ts'
import {
  insertKey,
  keyCheck,
  listTokens,
  revokeKey,
  revokeKeysOf,
  type KeyCheck,
  type NewKey,
} from './repository/keys.ts'
import {
  listPeople,
  listTeams,
  lockPerson,
  putMember,
  putPerson,
  removeMember,
  removePerson,
  replaceTeamRemotes,
} from './repository/people.ts'
import { insertPublisher, listPublishers, removePublisher, type NewPublisher } from './repository/publishers.ts'
import type { ActRow, ExchangeRow, PersonRow, PublisherRow, TeamRow, TokenRow } from './rows.ts'

/** 90 days (M-PEOPLE-5). */
export const DEFAULT_KEY_MINUTES = 90 * 1440
export const MAX_PERSON_KEY_MINUTES = 365 * 1440

/** The sender of an act, and its signal. */
export type By = { readonly who: string; readonly signal?: AbortSignal | undefined }

export type Rights = {
  check(presented: string): Promise<KeyCheck>
  exchange(order: ExchangeOrder): Promise<ExchangeResult>
  /** Allows http for issuers on this machine, outside production. */
  readonly loopbackIssuers: boolean
  createToken(
    of: { readonly remote: string; readonly label: string; readonly minutes: number | null },
    by: By,
  ): Promise<NewKey>
  listTokens(): Promise<readonly TokenRow[]>
  /** `false` without a valid key of this id. */
  revoke(id: string, by: By): Promise<boolean>
  /** `undefined` when the remote already has this publisher. */
  addPublisher(publisher: NewPublisher, by: By): Promise<PublisherRow | undefined>
  listPublishers(remote: string | null): Promise<readonly PublisherRow[]>
  removePublisher(id: string, by: By): Promise<boolean>
  putPerson(person: PersonOrder, by: By): Promise<void>
  /**
   * Removes a person from a team; without a team, removes the person with all keys. `false` when
   * unknown.
   */
  removePerson(email: string, team: string | null, by: By): Promise<boolean>
  listPeople(): Promise<readonly PersonRow[]>
  createPersonKey(
    of: { readonly email: string; readonly label: string; readonly minutes: number },
    by: By,
  ): Promise<NewKey | undefined>
  replaceTeamRemotes(team: string, remotes: readonly string[], by: By): Promise<void>
  listTeams(): Promise<readonly TeamRow[]>
  acts(): Promise<{ readonly acts: readonly ActRow[]; readonly exchanges: readonly ExchangeRow[] }>
}

export type PersonOrder = {
  readonly email: string
  readonly operator: boolean | null
  readonly membership: { readonly team: string; readonly may: readonly Right[] } | null
}

export type RightsTools = {
  readonly database: Database
  readonly soon: Queryable
  /** Runs an act as one transaction while the caller waits. */
  ordered<Result>(by: By, work: (tx: Queryable) => Promise<Result>): Promise<Result>
  readonly loopbackIssuers: boolean
}

const endText = (ends: string | null) => (ends === null ? 'without an end' : `until ${ends}`)
const mayText = (may: readonly Right[]) => (may.length === 0 ? 'may look' : `may ${may.join(', ')}`)
const publisherText = ({ id, issuer, claims, may }: PublisherRow) =>
  `publisher ${id}: ${issuer} ${Object.entries(claims)
    .map((claim) => claim.join('='))
    .join(' ')}, ${mayText(may)}`

export const createRights = ({ database, soon, ordered, loopbackIssuers }: RightsTools): Rights => {
  const keys = createIssuerKeys({ loopback: loopbackIssuers })
  /** Runs `work` and keeps the act with its sender, in one transaction. */
  const act = <Result>(
    by: By,
    work: (tx: Queryable, keep: (act: Omit<NewAct, 'who'>) => Promise<unknown>) => Promise<Result>,
  ) => ordered(by, (tx) => work(tx, (done) => recordAct(tx, { ...done, who: by.who })))
  return {
    check: keyCheck(soon),
    exchange: (order) => exchange(order, { database, keys }),
    loopbackIssuers,
    createToken: ({ remote, label, minutes }, by) =>
      act(by, async (tx, keep) => {
        const made = await insertKey(tx, { of: 'team', remote, label, may: RIGHTS, minutes })
        await keep({ act: 'token made', about: remote, detail: `token ${made.id} (${label}) ${endText(made.ends)}` })
        return made
      }),
    listTokens: () => listTokens(database),
    revoke: (id, by) =>
      act(by, async (tx, keep) => {
        const owner = await revokeKey(tx, id)
        if (owner !== undefined) await keep({ act: 'key revoked', about: owner, detail: `key ${id}` })
        return owner !== undefined
      }),
    addPublisher: (publisher, by) =>
      act(by, async (tx, keep) => {
        const made = await insertPublisher(tx, publisher, by.who)
        if (made) await keep({ act: 'publisher added', about: made.remote, detail: publisherText(made) })
        return made
      }),
    listPublishers: (remote) => listPublishers(database, remote),
    removePublisher: (id, by) =>
      act(by, async (tx, keep) => {
        const removed = await removePublisher(tx, id)
        if (removed) await keep({ act: 'publisher removed', about: removed.remote, detail: publisherText(removed) })
        return removed !== undefined
      }),
    putPerson: ({ email, operator, membership }, by) =>
      act(by, async (tx, keep) => {
        await putPerson(tx, email, operator)
        if (operator !== null)
          await keep({ act: 'person changed', about: email, detail: operator ? 'is an operator' : 'is no operator' })
        if (membership === null) return
        const { team, may } = membership
        await putMember(tx, email, team, may)
        await keep({ act: 'person changed', about: email, detail: `in the team ${team}, ${mayText(may)}` })
      }),
    removePerson: (email, team, by) =>
      act(by, async (tx, keep) => {
        const removed = team === null ? await removePerson(tx, email) : await removeMember(tx, email, team)
        if (!removed) return false
        const ended = team === null ? await revokeKeysOf(tx, email) : 0
        const detail = team === null ? `with ${ended} keys` : `from the team ${team}`
        await keep({ act: 'person removed', about: email, detail })
        return true
      }),
    listPeople: () => listPeople(database),
    createPersonKey: ({ email, label, minutes }, by) =>
      act(by, async (tx, keep) => {
        if (!(await lockPerson(tx, email))) return undefined
        const made = await insertKey(tx, { of: 'person', person: email, label, may: [], minutes })
        await keep({ act: 'key made', about: email, detail: `key ${made.id} (${label}) ${endText(made.ends)}` })
        return made
      }),
    replaceTeamRemotes: (team, remotes, by) =>
      act(by, async (tx, keep) => {
        await replaceTeamRemotes(tx, team, remotes)
        await keep({ act: 'team changed', about: team, detail: `owns ${remotes.join(', ') || 'nothing'}` })
      }),
    listTeams: () => listTeams(database),
    acts: async () => ({ acts: await listActs(database), exchanges: await listExchanges(database) }),
  }
}
