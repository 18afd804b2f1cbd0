import {
  blanksIn,
  INCIDENT_DECISIONS,
  INCIDENT_ITEMS,
  INCIDENT_STATES,
  type ChangedFacts,
  type ChangedItem,
  type FilledItem,
  type Incident,
  type IncidentPart,
} from '@atalaia/contracts/incidents'
import { boolean, enum as oneOf, nullable, object, optional, record, string, type ZodMiniType } from 'zod/mini'
import type { IncidentChange } from './incident-calls.ts'

/** `shown`: the cases' own text, which the field shows. */
export type DraftItem = ChangedItem & { readonly shown?: string }
export type IncidentDraft = {
  readonly facts: ChangedFacts
  readonly items: Readonly<Record<string, DraftItem>>
}

export const NOTHING: IncidentDraft = { facts: {}, items: {} }

const itemSchema = object({
  chave: string(),
  texto: string(),
  nao_se_aplica: optional(boolean()),
  shown: optional(string()),
})
const text = optional(string())
const moment = optional(nullable(string()))
/** A draft as the tab keeps it: half-written texts are no error. */
export const draftSchema: ZodMiniType<IncidentDraft> = object({
  facts: object({
    nome: text,
    situacao: optional(oneOf(INCIDENT_STATES)),
    conhecido_em: text,
    pequeno_porte: optional(boolean()),
    decisao: optional(oneOf(INCIDENT_DECISIONS)),
    decisao_motivos: text,
    decisao_por: text,
    decisao_em: moment,
    anpd_em: moment,
    anpd_protocolo: text,
    titulares_em: moment,
    titulares_meios: text,
    complemento_em: moment,
    declaracao_em: moment,
  }),
  items: record(string(), itemSchema),
})

export const changesIn = ({ facts, items }: IncidentDraft): number =>
  Object.keys(facts).length + Object.keys(items).length

const isSame = (name: string, value: unknown, incident: Incident): boolean =>
  Object.entries(incident).some(([known, now]) => known === name && now === value)

export const withFacts = (draft: IncidentDraft, facts: ChangedFacts, incident: Incident): IncidentDraft => ({
  ...draft,
  facts: Object.fromEntries(
    Object.entries({ ...draft.facts, ...facts }).filter(([name, value]) => !isSame(name, value, incident)),
  ),
})

export const withItem = (draft: IncidentDraft, key: string, item: DraftItem | undefined): IncidentDraft => {
  const others = Object.entries(draft.items).filter(([known]) => known !== key)
  return { ...draft, items: Object.fromEntries(item ? [...others, [key, item]] : others) }
}

export const changeOf = ({ facts, items }: IncidentDraft): IncidentChange => {
  const itens = Object.values(items).map(({ chave, texto, nao_se_aplica }) => ({ chave, texto, nao_se_aplica }))
  return { ...facts, ...(itens.length > 0 && { itens }) }
}

export const isLeftOut = (item: FilledItem, draft: DraftItem | undefined): boolean =>
  draft ? draft.nao_se_aplica === true : item.origem === 'nao-se-aplica'

export const textIn = (item: FilledItem, draft: DraftItem | undefined): string =>
  draft?.shown ?? draft?.texto ?? item.texto

export const blanksOf = (item: FilledItem, draft: DraftItem | undefined): number =>
  isLeftOut(item, draft) ? 0 : blanksIn(textIn(item, draft))

export const blanksOfPart = (
  part: IncidentPart,
  items: readonly FilledItem[],
  drafts: IncidentDraft['items'],
): number =>
  INCIDENT_ITEMS.filter(({ parte }) => parte === part).reduce((sum, { chave }) => {
    const item = items.find((one) => one.chave === chave)
    return item ? sum + blanksOf(item, drafts[chave]) : sum
  }, 0)
