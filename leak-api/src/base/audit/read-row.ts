import { AUDIT_ACTOR_KINDS, type AuditRow } from '@atalaia/contracts/audit'
import {
  boolean,
  enum as oneOf,
  int,
  nullable,
  number,
  object,
  optional,
  record,
  string,
  union,
  type infer as Infer,
} from 'zod/mini'
import type { StoredRow } from './audit-repository.ts'

const factsSchema = optional(record(string(), nullable(union([string(), number(), boolean()]))))
const contentSchema = object({
  ordinal: int(),
  at: string(),
  action: string(),
  actor: object({ kind: oneOf(AUDIT_ACTOR_KINDS), id: optional(string()) }),
  target: optional(object({ kind: string(), id: optional(string()), name: optional(string()) })),
  before: factsSchema,
  after: factsSchema,
})
const namesSchema = object({
  name: optional(string()),
  formerName: optional(string()),
  network: optional(string()),
})

const namesIn = (text: string | null): Infer<typeof namesSchema> =>
  text === null ? {} : namesSchema.parse(JSON.parse(text))
const textsOf = (facts: Infer<typeof factsSchema>): Record<string, string> | undefined =>
  facts &&
  Object.fromEntries(Object.entries(facts).flatMap(([name, fact]) => (fact === null ? [] : [[name, String(fact)]])))
const told = <Value extends object>(value: Value): Value => JSON.parse(JSON.stringify(value))

/** Throws for a row that no act wrote. */
export const readRow = ({ content, hash, actorNames, targetNames }: StoredRow): AuditRow => {
  const { ordinal, at, action, actor, target, before, after } = contentSchema.parse(JSON.parse(content))
  const [ofActor, ofTarget] = [namesIn(actorNames), namesIn(targetNames)]
  return told({
    numero: ordinal,
    em: at,
    acao: action,
    ator: { tipo: actor.kind, id: actor.id, nome: ofActor.name, rede: ofActor.network },
    alvo: target && {
      tipo: target.kind,
      id: target.id,
      nome: ofTarget.name ?? target.name,
      nome_anterior: ofTarget.formerName,
    },
    antes: textsOf(before),
    depois: textsOf(after),
    resumo: hash,
  })
}
