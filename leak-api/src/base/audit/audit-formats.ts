import { auditLabel, type AuditRow } from '@atalaia/contracts/audit'
import { csvText } from '@atalaia/contracts/spreadsheet'
import { cefLine, PRODUCT } from '../cef.ts'

export const AUDIT_FILES = ['csv', 'ndjson'] as const
export type AuditFile = (typeof AUDIT_FILES)[number]
export const AUDIT_MEDIA_TYPES: Readonly<Record<AuditFile, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

const cell = (value: string | number | object | undefined): string => {
  if (typeof value === 'number') return String(value)
  return value === undefined ? '' : csvText(typeof value === 'object' ? JSON.stringify(value) : value)
}

const COLUMNS: readonly (readonly [head: string, cell: (row: AuditRow) => string | number | object | undefined])[] = [
  ['numero', ({ numero }) => numero],
  ['em', ({ em }) => em],
  ['acao', ({ acao }) => acao],
  ['descricao', ({ acao }) => auditLabel(acao)],
  ['ator_tipo', ({ ator }) => ator.tipo],
  ['ator_id', ({ ator }) => ator.id],
  ['ator_nome', ({ ator }) => ator.nome],
  ['ator_rede', ({ ator }) => ator.rede],
  ['alvo_tipo', ({ alvo }) => alvo?.tipo],
  ['alvo_id', ({ alvo }) => alvo?.id],
  ['alvo_nome', ({ alvo }) => alvo?.nome],
  ['alvo_nome_anterior', ({ alvo }) => alvo?.nome_anterior],
  ['antes', ({ antes }) => antes],
  ['depois', ({ depois }) => depois],
  ['resumo', ({ resumo }) => resumo],
]
const line = (cells: readonly string[]) => `${cells.join(';')}\r\n`

/** CSV fields stand between semicolons, for Portuguese spreadsheets. */
export const csvHead = (): string => line(COLUMNS.map(([head]) => head))
const csvLine = (row: AuditRow) => line(COLUMNS.map(([, valueOf]) => cell(valueOf(row))))

export const auditJson = ({ numero, em, acao, ator, alvo, antes, depois, resumo }: AuditRow) => ({
  id: String(numero),
  at: em,
  action: acao,
  actor: { kind: ator.tipo, id: ator.id, name: ator.nome, network: ator.rede },
  target: alvo && { kind: alvo.tipo, id: alvo.id, name: alvo.nome, former_name: alvo.nome_anterior },
  before: antes,
  after: depois,
  hash: resumo,
})

export const auditLines = (rows: readonly AuditRow[], format: AuditFile): string =>
  rows.map((row) => (format === 'csv' ? csvLine(row) : `${JSON.stringify(auditJson(row))}\n`)).join('')

const ECS_VERSION = '8.17.0'
const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/^(session|sessions|password|factor|identity)\./, 'authentication'],
  [/^(account|member|ownership|company|key|client|organisation)\./, 'iam'],
]
const categoryOf = (action: string) => CATEGORIES.find(([pattern]) => pattern.test(action))?.[1] ?? 'configuration'

export const auditEcs = (row: AuditRow) => {
  const { id, at, action, actor, target, before, after, hash } = auditJson(row)
  return {
    '@timestamp': at,
    ecs: { version: ECS_VERSION },
    event: {
      kind: 'event',
      category: [categoryOf(action)],
      type: ['info'],
      id,
      sequence: row.numero,
      action,
      dataset: 'atalaia.audit',
      module: 'atalaia',
      outcome: action === 'session.refused' ? 'failure' : 'success',
      hash,
    },
    message: auditLabel(action),
    observer: { vendor: PRODUCT, product: PRODUCT },
    user: { id: actor.id, email: actor.kind === 'account' ? actor.name : undefined, roles: [actor.kind] },
    // A block of addresses, as sessions tell it: never one address.
    ...(actor.network !== undefined && { source: { address: actor.network } }),
    atalaia: { audit: { actor, target, before, after } },
  }
}

const factsText = (facts: Readonly<Record<string, string>> | undefined) => facts && JSON.stringify(facts)

export const auditCef = (row: AuditRow): string => {
  const { id, at, action, actor, target, before, after, hash } = auditJson(row)
  const isRefused = action === 'session.refused'
  return cefLine({ id: action, name: auditLabel(action), severity: isRefused ? 5 : 3 }, [
    ['rt', String(Date.parse(at))],
    ['externalId', id],
    ['outcome', isRefused ? 'failure' : 'success'],
    ['suser', actor.name],
    ['suid', actor.id],
    ['cs1Label', 'hash'],
    ['cs1', hash],
    ['cs2Label', 'actor'],
    ['cs2', actor.kind],
    // A block of addresses, as sessions tell it: never one address.
    ['cs3Label', actor.network && 'network'],
    ['cs3', actor.network],
    ['cs4Label', target && 'target'],
    ['cs4', target && [target.kind, target.id, target.name].filter(Boolean).join(' ')],
    ['cs5Label', before && 'before'],
    ['cs5', factsText(before)],
    ['cs6Label', after && 'after'],
    ['cs6', factsText(after)],
  ])
}
