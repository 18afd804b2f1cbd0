import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { GridCell } from './grid-cell.tsx'
import type { GridWidget } from './grid-widget.ts'
import { withLocked } from './with-locked.ts'

type WidgetGridProps = {
  readonly widgets: readonly GridWidget[]
  readonly locked: readonly { readonly at: number; readonly widget: GridWidget }[]
  readonly onMove: (id: string, over: string) => void
  readonly onRemove: (id: string) => void
}

export const WidgetGrid = ({ widgets, locked, onMove, onRemove }: WidgetGridProps) => {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const announcements = announcementsOf((id) => widgets.find((widget) => widget.id === id)?.title ?? String(id))
  const end = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }}
    >
      <SortableContext items={widgets.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ul className="kit-grid" aria-label="Grade de widgets">
          {withLocked(widgets, locked).map((widget) =>
            widget.locked ? (
              <li key={widget.id} className="kit-grid__cell">
                <widget.Example onRemove={() => onRemove(widget.id)} />
              </li>
            ) : (
              <GridCell key={widget.id} widget={widget} onRemove={() => onRemove(widget.id)} />
            ),
          )}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

const INSTRUCTIONS = 'Para pegar o widget, tecle espaço. Mova com as setas. Solte com espaço; desista com Escape.'

const announcementsOf = (titleOf: (id: UniqueIdentifier) => string): Announcements => ({
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
