import type { AuditAction } from '@atalaia/contracts/audit'
import type { Queryable } from '@atalaia/database'
import { DAY_MS } from '../clock.ts'
import { tooManyRequests } from '../problems.ts'
import {
  createAuditRepository,
  INSTALLATION,
  organisationsOf,
  type AuditHead,
  type AuditRepository,
  type NewNames,
  type NewRow,
} from './audit-repository.ts'
import { canonicalJson, type Json } from './canonical-json.ts'
import { chainHash, sealNames } from './chain.ts'

/** The one who acts. `name` and `network` can be erased; `id` and `kind` stay. */
export type AuditActor =
  | { readonly kind: 'account'; readonly id: string; readonly name: string; readonly network: string }
  /** `name`: the person for whom the portal asked for its token. */
  | { readonly kind: 'portal'; readonly id: string; readonly name?: string | undefined; readonly network: string }
  | { readonly kind: 'key'; readonly id: string; readonly network: string }
  /** Somebody who has not shown who they are. */
  | { readonly kind: 'unknown'; readonly network: string }
  /** The person at the machine of the installation; the product by itself. */
  | { readonly kind: 'operator' | 'system' }

/** The target of an act. The names can be erased: those of an account with it, those of a mailbox with the account that has it. */
export type AuditTarget = {
  readonly kind:
    | 'account'
    | 'mailbox'
    | 'session'
    | 'organisation'
    | 'domain'
    | 'addresses'
    | 'key'
    | 'client'
    | 'origin'
    | 'identity'
    | 'passkey'
    | 'browser'
    | 'source'
    | 'webhook'
    | 'incident'
  readonly id?: string | undefined
  readonly name?: string | undefined
  /** The name before the act. */
  readonly formerName?: string | undefined
  /** The account that the target is of, where somebody else acts: its name goes with that account. */
  readonly ownerId?: string | undefined
}

/** Facts before an act, or after it. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>

/** An act. Nothing of it is ever a secret: no password, code, token or key, and no hash of one. */
export type AuditAct = {
  readonly action: AuditAction
  readonly actor: AuditActor
  readonly at: Date
  readonly target?: AuditTarget | undefined
  /** Facts that name nobody: roles, numbers, settings. */
  readonly before?: AuditFacts | undefined
  readonly after?: AuditFacts | undefined
}

/** Characters of a name, and of a fact: what people type is longer at times. */
const MAX_TEXT = 320
/** In characters that the database takes. */
const cut = (text: string) => text.slice(0, MAX_TEXT).replaceAll(/[\0\p{Cs}]/gu, '')
const shortened = (text: string | undefined) => text && cut(text)
const shortFacts = (facts: AuditFacts | undefined) =>
  facts &&
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? cut(fact) : fact]))

const isEmpty = (names: Record<string, Json | undefined>) => Object.values(names).every((name) => name === undefined)

/** A target that is one account's own: its name goes with the account. */
const OWN: readonly AuditTarget['kind'][] = ['session', 'identity', 'passkey', 'browser']
const subjectOf = ({ actor, target }: AuditAct): string | null => {
  if (target?.kind === 'account') return target.id ?? null
  if (target?.ownerId !== undefined) return target.ownerId
  return actor.kind === 'account' && target !== undefined && OWN.includes(target.kind) ? actor.id : null
}

/** The parts of an act that can be erased, as they are hashed; each only where it says something. */
const namesOf = (act: AuditAct) => {
  const { actor, target } = act
  const ofActor = {
    name: shortened('name' in actor ? actor.name : undefined),
    network: 'network' in actor ? actor.network : undefined,
  }
  const ofTarget = { name: shortened(target?.name), formerName: shortened(target?.formerName) }
  return [
    ...(isEmpty(ofActor)
      ? []
      : [
          {
            part: 'actor' as const,
            names: ofActor,
            accountId: actor.kind === 'account' ? actor.id : null,
            mailbox: null,
          },
        ]),
    ...(isEmpty(ofTarget)
      ? []
      : [
          {
            part: 'target' as const,
            names: ofTarget,
            accountId: subjectOf(act),
            mailbox: (target?.kind === 'mailbox' && ofTarget.name) || null,
          },
        ]),
  ]
}

/** The row of an act in one chain. */
const rowOf = (act: AuditAct, { organisationId, ordinal: last, hash: before }: AuditHead) => {
  const ordinal = last + 1
  const at = act.at.toISOString()
  const isInstallation = organisationId === INSTALLATION
  const sealed = (isInstallation ? [] : namesOf(act)).map((part) => ({ ...part, ...sealNames(part.names) }))
  const { actor, target } = act
  const content = canonicalJson({
    v: 1,
    organisation: organisationId,
    ordinal,
    at,
    action: act.action,
    actor: { kind: actor.kind, id: 'id' in actor ? actor.id : undefined },
    // The installation's own log names no people, and nothing could erase it.
    target: target && { kind: target.kind, id: target.id, name: isInstallation ? shortened(target.name) : undefined },
    before: shortFacts(act.before),
    after: shortFacts(act.after),
    names: sealed.length === 0 ? undefined : Object.fromEntries(sealed.map(({ part, hash }) => [part, hash])),
  })
  const names: NewNames[] = sealed.map(({ part, accountId, mailbox, salt, content: text }) => {
    return { organisationId, ordinal, part, accountId, mailbox, at, salt, content: text }
  })
  return { row: { organisationId, ordinal, content, hash: chainHash(before, content) }, names }
}

/** Acts of one account, client or key in a day in one log, which keeps each for ever. */
export const ACTS_PER_DAY = 20_000

/** Refuses an act of somebody who fills a log (P-AUDIT-4). */
const boundActs = async (repository: AuditRepository, { actor, at }: AuditAct, head: AuditHead) => {
  if (!('id' in actor) || head.ordinal < ACTS_PER_DAY) return
  const earlier = await repository.atOf(head.organisationId, actor.id, ACTS_PER_DAY)
  if (earlier !== undefined && Date.parse(earlier) > at.getTime() - DAY_MS)
    throw tooManyRequests({ ok: false, retryAfterMs: Date.parse(earlier) + DAY_MS - at.getTime() })
}

/** Accounts that rows of an act have names of. */
const accountsOf = (act: AuditAct): string[] => namesOf(act).flatMap(({ accountId }) => accountId ?? [])

/** An act with the organisations whose logs it is written into. */
export type AuditEntry = { readonly organisationIds: readonly string[]; readonly act: AuditAct }

/**
 * Writes the acts of a transaction, as the last thing of it: a log waits for the transaction to end, and other acts for
 * the log. Once, because all transactions lock in one order, in which none waits for another one that waits for it:
 * organisations, accounts, what is theirs, the accounts that the rows name, the ends of the logs by the numbers of
 * their organisations (P-AUDIT-6, ADR 0064). Names of an account or an organisation that has gone meanwhile are left
 * out, as if they had been erased.
 */
export const recordActs = async (transaction: Queryable, entries: readonly AuditEntry[]): Promise<void> => {
  const organisationIds = [...new Set(entries.flatMap((entry) => entry.organisationIds))]
  if (organisationIds.length === 0) return
  const repository = createAuditRepository(transaction)
  const kept = new Set(await repository.keepAccounts(entries.flatMap(({ act }) => accountsOf(act))))
  const heads = await repository.lockHeads(organisationIds)
  const standing = new Set(await repository.standing(organisationIds))
  const ends = new Map(heads.map((head) => [head.organisationId, head]))
  const [rows, names]: [NewRow[], NewNames[]] = [[], []]
  for (const { organisationIds: into, act } of entries)
    for (const organisationId of new Set(into)) {
      const head = ends.get(organisationId)
      if (head === undefined)
        throw new Error(`audit: the log of organisation ${organisationId} has no end to go on from`)
      await boundActs(repository, act, head)
      const written = rowOf(act, head)
      ends.set(organisationId, written.row)
      rows.push(written.row)
      if (standing.has(organisationId))
        names.push(...written.names.filter(({ accountId }) => accountId === null || kept.has(accountId)))
    }
  await repository.append(rows, names)
}

/** Writes one act into the logs of several organisations, as {@link recordAudit} does into one. */
export const recordAuditIn = (
  transaction: Queryable,
  organisationIds: readonly string[],
  act: AuditAct,
): Promise<void> => recordActs(transaction, [{ organisationIds, act }])

/** Writes an act into the log of its organisation, in the transaction of the act, as {@link recordActs} does (P-AUDIT-1). */
export const recordAudit = (
  transaction: Queryable,
  { organisationId, ...act }: AuditAct & { readonly organisationId: string },
): Promise<void> => recordAuditIn(transaction, [organisationId], act)

/** Writes an act on an account into the logs of all organisations that it is in. */
export const recordAccountAudit = async (transaction: Queryable, accountId: string, act: AuditAct): Promise<void> =>
  recordAuditIn(transaction, await organisationsOf(transaction, accountId), act)

/** Writes an act on a session into the log of the organisation that the session is in, while its person is a member there. */
export const recordSessionAudit = async (
  transaction: Queryable,
  session: { readonly accountId: string; readonly organisationId: string | undefined },
  act: AuditAct,
): Promise<void> => {
  const own = await organisationsOf(transaction, session.accountId)
  return recordAuditIn(
    transaction,
    own.filter((id) => id === session.organisationId),
    act,
  )
}
