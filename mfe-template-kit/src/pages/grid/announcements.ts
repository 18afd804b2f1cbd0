import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'

/** Instructions for screen readers before a widget is moved. */
export const instructions =
  'Para pegar o widget, tecle espaço. Mova com as setas. Solte com espaço; desista com Escape.'

/** Announcements while a widget is moved. `titleOf` returns the title of a widget. */
export const announcementsOf = (titleOf: (id: UniqueIdentifier) => string): Announcements => ({
  onDragStart: ({ active }) => `Você pegou ${titleOf(active.id)}.`,
  onDragOver: ({ active, over }) => {
    if (over?.id === active.id) return `Você pegou ${titleOf(active.id)}, que está no seu lugar.`
    return `${titleOf(active.id)} está ${over ? `no lugar de ${titleOf(over.id)}` : 'fora da grade'}.`
  },
  onDragEnd: ({ active, over }) =>
    over && over.id !== active.id
      ? `${titleOf(active.id)} ficou no lugar de ${titleOf(over.id)}.`
      : `${titleOf(active.id)} ficou onde estava.`,
  onDragCancel: ({ active }) => `${titleOf(active.id)} voltou para onde estava.`,
})
