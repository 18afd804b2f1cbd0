import { blanksIn, INCIDENT_ITEMS, type ChangedItem, type FilledItem } from '@atalaia/contracts/incidents'
import { boolean, object, record, string, type infer as Infer } from 'zod/mini'
import { suggestItems, type ItemGround } from './suggest-items.ts'

export const writtenItemsSchema = record(string(), object({ texto: string(), nao_se_aplica: boolean() }))
export type WrittenItems = Infer<typeof writtenItemsSchema>

/** By people, else from cases and facts, else blank. */
export const fillItems = (written: WrittenItems, ground: ItemGround): FilledItem[] => {
  const suggested = suggestItems(ground)
  return INCIDENT_ITEMS.map(({ chave }) => {
    const sugestao = suggested[chave] ?? ''
    const own = written[chave]
    if (own?.nao_se_aplica) return { chave, texto: own.texto, origem: 'nao-se-aplica', lacunas: 0, sugestao }
    const texto = own?.texto ?? sugestao
    const origem = own ? 'pessoa' : sugestao === '' ? 'vazio' : 'dados'
    return { chave, texto, origem, lacunas: blanksIn(texto), sugestao }
  })
}

export const blanksOf = (items: readonly FilledItem[]): number => items.reduce((sum, { lacunas }) => sum + lacunas, 0)

/** A withdrawn text becomes the suggestion again. */
export const writeItems = (written: WrittenItems, changed: readonly ChangedItem[]): WrittenItems => {
  const after = new Map(Object.entries(written))
  for (const { chave, texto, nao_se_aplica: isLeftOut = false } of changed)
    if (texto.trim() === '' && !isLeftOut) after.delete(chave)
    else after.set(chave, { texto: texto.trim(), nao_se_aplica: isLeftOut })
  return Object.fromEntries(after)
}
