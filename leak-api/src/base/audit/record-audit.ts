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

/** `name` and `network` can be erased; `id` and `kind` stay. */
export type AuditActor =
  | { readonly kind: 'account'; readonly id: string; readonly name: string; readonly network: string }
  | { readonly kind: 'portal'; readonly id: string; readonly name?: string | undefined; readonly network: string }
  | { readonly kind: 'key'; readonly id: string; readonly network: string }
  | { readonly kind: 'unknown'; readonly network: string }
  /** The person at the installation's machine; the product itself. */
  | { readonly kind: 'operator' | 'system' }

/** An act's target. Names can be erased with their account, or with the mailbox's account. */
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
  readonly formerName?: string | undefined
  /** The target's account when somebody else acts: its name goes with that account. */
  readonly ownerId?: string | undefined
}

export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>

/** Holds no secret: no password, code, token, key or hash. */
export type AuditAct = {
  readonly action: AuditAction
  readonly actor: AuditActor
  readonly at: Date
  readonly target?: AuditTarget | undefined
  /** Facts without people: roles, numbers, settings. */
  readonly before?: AuditFacts | undefined
  readonly after?: AuditFacts | undefined
}

const MAX_TEXT = 320
const cut = (text: string) => text.slice(0, MAX_TEXT).replaceAll(/[\0\p{Cs}]/gu, '')
const shortened = (text: string | undefined) => text && cut(text)
const shortFacts = (facts: AuditFacts | undefined) =>
  facts &&
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? cut(fact) : fact]))

const isEmpty = (names: Record<string, Json | undefined>) => Object.values(names).every((name) => name === undefined)

const OWN: readonly AuditTarget['kind'][] = ['session', 'identity', 'passkey', 'browser']
const subjectOf = ({ actor, target }: AuditAct): string | null => {
  if (target?.kind === 'account') return target.id ?? null
  if (target?.ownerId !== undefined) return target.ownerId
  return actor.kind === 'account' && target !== undefined && OWN.includes(target.kind) ? actor.id : null
}

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

/** Acts of one account, client or key in a day in one log, which keeps them for ever. */
export const ACTS_PER_DAY = 20_000

/** P-AUDIT-4 */
const boundActs = async (repository: AuditRepository, { actor, at }: AuditAct, head: AuditHead) => {
  if (!('id' in actor) || head.ordinal < ACTS_PER_DAY) return
  const earlier = await repository.atOf(head.organisationId, actor.id, ACTS_PER_DAY)
  if (earlier !== undefined && Date.parse(earlier) > at.getTime() - DAY_MS)
    throw tooManyRequests({ ok: false, retryAfterMs: Date.parse(earlier) + DAY_MS - at.getTime() })
}

const accountsOf = (act: AuditAct): string[] => namesOf(act).flatMap(({ accountId }) => accountId ?? [])

export type AuditEntry = { readonly organisationIds: readonly string[]; readonly act: AuditAct }

/**
 * Writes a transaction's acts, once and last: a log waits for the transaction, and other acts for
 * the log. All transactions lock in one order: organisations, accounts, their belongings, accounts
 * named in rows, then log ends by organisation number (ADR 0064). Names of vanished accounts or
 * organisations are left out (P-AUDIT-6).
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

export const recordAuditIn = (
  transaction: Queryable,
  organisationIds: readonly string[],
  act: AuditAct,
): Promise<void> => recordActs(transaction, [{ organisationIds, act }])

/**
 * Writes an act into its organisation's log, in the act's transaction. See {@link recordActs}
 * (P-AUDIT-1).
 */
export const recordAudit = (
  transaction: Queryable,
  { organisationId, ...act }: AuditAct & { readonly organisationId: string },
): Promise<void> => recordAuditIn(transaction, [organisationId], act)

/** Writes into the logs of all the account's organisations. */
export const recordAccountAudit = async (transaction: Queryable, accountId: string, act: AuditAct): Promise<void> =>
  recordAuditIn(transaction, await organisationsOf(transaction, accountId), act)

/** Writes into the session's organisation while its person is a member. */
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
