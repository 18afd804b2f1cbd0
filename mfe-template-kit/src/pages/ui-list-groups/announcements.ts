import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'

/** What a screen reader says before and while an item is moved. */
export const instructions = 'Para pegar o item, tecle espaço. Mova com as setas. Solte com espaço; desista com Escape.'

const place = (over: { id: UniqueIdentifier } | null): string => (over ? `no lugar de ${over.id}` : 'fora da lista')

export const announcements: Announcements = {
  onDragStart: ({ active }) => `Você pegou ${active.id}.`,
  onDragOver: ({ active, over }) => `${active.id} está ${place(over)}.`,
  onDragEnd: ({ active, over }) => `${active.id} ficou ${place(over)}.`,
  onDragCancel: ({ active }) => `${active.id} voltou para onde estava.`,
}
