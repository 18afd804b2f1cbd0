import { rightSchema } from '@atalaia/artifact'
import { array, boolean, enum as zEnum, nullable, number, object, record, string, type infer as Infer } from 'zod/mini'
import { PUBLISHER_KINDS } from './publishers.ts'

// Rows of rights, which answers to operators carry too. Instants are ISO 8601.

const may = array(rightSchema)

/** A deploy token, without its secret. `endsAt` is `null` for one without an end. */
export const tokenRow = object({
  id: string(),
  remote: string(),
  label: string(),
  createdAt: string(),
  endsAt: nullable(string()),
  hasEnded: boolean(),
  revokedAt: nullable(string()),
})
export type TokenRow = Infer<typeof tokenRow>

export const publisherRow = object({
  id: string(),
  remote: string(),
  kind: zEnum(PUBLISHER_KINDS),
  issuer: string(),
  claims: record(string(), string()),
  may,
  pinned: nullable(record(string(), string())),
  createdAt: string(),
  createdBy: string(),
})
export type PublisherRow = Infer<typeof publisherRow>

const personKey = object({ id: string(), label: string(), endsAt: nullable(string()) })
/** A person with teams, and the keys that are valid. */
export const personRow = object({
  email: string(),
  operator: boolean(),
  teams: array(object({ team: string(), may })),
  keys: array(personKey),
})
export type PersonRow = Infer<typeof personRow>

export const emailRow = object({ email: string() })
export const teamRow = object({ team: string(), remotes: array(string()) })
export type TeamRow = Infer<typeof teamRow>

export const actRow = object({
  id: number(),
  at: string(),
  act: string(),
  who: string(),
  about: string(),
  detail: string(),
})
export type ActRow = Infer<typeof actRow>

/** The number of identity tokens for a remote with one outcome on one day: `accepted`, or why they were refused. */
export const exchangeRow = object({ day: string(), remote: string(), outcome: string(), count: number() })
export type ExchangeRow = Infer<typeof exchangeRow>

/** A key that was made: the ISO 8601 instant at which it ends, or `null`. */
export const endRow = object({ ends: nullable(string()) })

/** The remote or the person that a key is of. */
export const ownerRow = object({ owner: string() })

/** A key as the check of a request reads it. */
export const checkedRow = object({
  id: string(),
  hash: string(),
  label: string(),
  remote: nullable(string()),
  may,
  person: nullable(string()),
  endsAt: nullable(string()),
  hasEnded: boolean(),
  isRevoked: boolean(),
  isOperator: boolean(),
  /** The remotes of the person's teams. */
  reaches: array(object({ remote: string(), may })),
  ofPublisher: boolean(),
})
