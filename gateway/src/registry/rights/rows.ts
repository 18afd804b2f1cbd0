import { rightSchema } from '@atalaia/artifact'
import { array, boolean, enum as zEnum, nullable, number, object, record, string, type infer as Infer } from 'zod/mini'
import { PUBLISHER_KINDS } from './publishers.ts'

// Rows of rights, which answers to operators carry too. Instants are ISO 8601.

const may = array(rightSchema)

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

/** Identity tokens per day, remote and outcome (`accepted`, or the refusal). */
export const exchangeRow = object({ day: string(), remote: string(), outcome: string(), count: number() })
export type ExchangeRow = Infer<typeof exchangeRow>

/** ISO 8601 or `null`. */
export const endRow = object({ ends: nullable(string()) })

export const ownerRow = object({ owner: string() })

/** A key as request checks read it. */
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
  reaches: array(object({ remote: string(), may })),
  ofPublisher: boolean(),
})
