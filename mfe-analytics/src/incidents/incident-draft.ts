import type { ChangedFacts, ChangedItem, FilledItem, Incident } from '@atalaia/contracts/incidents'
import type { IncidentChange } from './incident-calls.ts'

/** `shown` stands in the field while the item is to be as the cases make it. */
export type DraftItem = ChangedItem & { readonly shown?: string }
/** A person's unsaved changes. */
export type IncidentDraft = {
  readonly facts: ChangedFacts
  /** By the keys of items. */
  readonly items: Readonly<Record<string, DraftItem>>
}

export const NOTHING: IncidentDraft = { facts: {}, items: {} }

export const changesIn = ({ facts, items }: IncidentDraft): number =>
  Object.keys(facts).length + Object.keys(items).length

const isSame = (name: string, value: unknown, incident: Incident): boolean =>
  Object.entries(incident).some(([known, now]) => known === name && now === value)

/** The draft with further facts; those that are so already are no change. */
export const withFacts = (draft: IncidentDraft, facts: ChangedFacts, incident: Incident): IncidentDraft => ({
  ...draft,
  facts: Object.fromEntries(
    Object.entries({ ...draft.facts, ...facts }).filter(([name, value]) => !isSame(name, value, incident)),
  ),
})

/** The draft with an item; `undefined`: as it is saved. */
export const withItem = (draft: IncidentDraft, key: string, item: DraftItem | undefined): IncidentDraft => {
  const others = Object.entries(draft.items).filter(([known]) => known !== key)
  return { ...draft, items: Object.fromEntries(item ? [...others, [key, item]] : others) }
}

/** The change that saves a draft. */
export const changeOf = ({ facts, items }: IncidentDraft): IncidentChange => {
  const itens = Object.values(items).map(({ chave, texto, nao_se_aplica }) => ({ chave, texto, nao_se_aplica }))
  return { ...facts, ...(itens.length > 0 && { itens }) }
}

export const isLeftOut = (item: FilledItem, draft: DraftItem | undefined): boolean =>
  draft ? draft.nao_se_aplica === true : item.origem === 'nao-se-aplica'

export const textIn = (item: FilledItem, draft: DraftItem | undefined): string =>
  draft?.shown ?? draft?.texto ?? item.texto
