import type { Right } from '@atalaia/artifact'
import type { Database, Queryable } from '@atalaia/database'
import type { IssuerKeys } from './issuer-keys.ts'
import { changedIds, idsOf, mismatchOf, runOf } from './publishers.ts'
import { verifyIdentity, type Identity, type RefusalCode } from './verify-identity.ts'
import { countExchange } from './repository/acts.ts'
import { insertKey, removeEndedJobKeys, type NewKey } from './repository/keys.ts'
import { listPublishers, lockPublisher, pinIds, takeIdentity } from './repository/publishers.ts'
import type { PublisherRow } from './rows.ts'

/** Life of a key from a CI token (M-TRUST-1). */
export const JOB_KEY_MINUTES = 15
const EXCHANGE_MS = 5000

export type ExchangeOrder = {
  readonly remote: string
  readonly token: string
  /** The public origin of this gateway; the token must name it. */
  readonly audience: string
}

type ExchangeRefusal = {
  readonly status: 'refused'
  readonly code: RefusalCode | 'publisher' | 'ids'
  /** For the log alone: it names registered publishers. */
  readonly sentence: string
}

export type ExchangeResult =
  | (NewKey & {
      readonly status: 'granted'
      readonly may: readonly Right[]
      readonly who: string
      readonly publisher: string
    })
  | ExchangeRefusal

export type ExchangeTools = { readonly database: Database; readonly keys: IssuerKeys }

/** Exchanges the identity token of a CI job for a key, when a publisher of the remote fits. */
export const exchange = async (order: ExchangeOrder, tools: ExchangeTools): Promise<ExchangeResult> => {
  const { database } = tools
  const result = await decide(order, tools)
  const outcome = result.status === 'granted' ? 'accepted' : `refused: ${result.code}`
  await countExchange(database, order.remote, outcome)
  return result
}

const refuse = (code: ExchangeRefusal['code'], sentence: string): ExchangeRefusal => ({
  status: 'refused',
  code,
  sentence,
})

const decide = async (order: ExchangeOrder, { database, keys }: ExchangeTools): Promise<ExchangeResult> => {
  const { remote, token, audience } = order
  const publishers = await listPublishers(database, remote)
  const issuers = new Set(publishers.map(({ issuer }) => issuer))
  const identity = await verifyIdentity(token, { keys, issuers, audience })
  if (identity.status === 'refused') return identity
  const judged = publishers
    .filter(({ issuer }) => issuer === identity.issuer)
    .map((publisher) => ({ publisher, mismatch: mismatchOf(publisher, identity.claims) }))
  // Of several that fit, the one with the most rights (M-TRUST-2).
  const [fitting] = judged
    .filter(({ mismatch }) => mismatch === undefined)
    .toSorted((one, other) => other.publisher.may.length - one.publisher.may.length)
  if (!fitting) return refuse('publisher', judged.map(({ mismatch }) => mismatch).join('; '))
  return database.transaction((tx) => grant(tx, fitting.publisher.id, identity), { withinMs: EXCHANGE_MS })
}

const grant = async (tx: Queryable, id: string, identity: Identity): Promise<ExchangeResult> => {
  const publisher: PublisherRow | undefined = await lockPublisher(tx, id)
  if (!publisher) return refuse('publisher', `publisher ${id} was removed meanwhile`)
  const told = idsOf(publisher, identity.claims)
  const changed = changedIds(publisher, told)
  if (changed !== undefined) return refuse('ids', changed)
  if (!(await takeIdentity(tx, identity))) return refuse('replayed', 'it was exchanged before')
  if (publisher.pinned === null && told !== null) await pinIds(tx, id, told)
  await removeEndedJobKeys(tx)
  const { remote, may } = publisher
  const who = runOf(publisher, identity.claims)
  const key = await insertKey(tx, { of: 'job', remote, publisher: id, label: who, may, minutes: JOB_KEY_MINUTES })
  return { status: 'granted', ...key, may, who, publisher: id }
}
