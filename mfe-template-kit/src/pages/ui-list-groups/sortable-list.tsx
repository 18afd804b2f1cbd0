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
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { SortableItem } from './sortable-item.tsx'

type SortableListProps = {
  readonly label: string
  readonly items: readonly string[]
  readonly onOrder: (items: string[]) => void
}

/** By pointer, touch or keyboard (P-KIT-27). */
export const SortableList = ({ label, items, onOrder }: SortableListProps) => {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const end = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return
    onOrder(arrayMove([...items], items.indexOf(String(active.id)), items.indexOf(String(over.id))))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }}
    >
      <SortableContext items={[...items]} strategy={verticalListSortingStrategy}>
        <ul className="kit-sortable" aria-label={label}>
          {items.map((item) => (
            <SortableItem key={item} item={item} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

const INSTRUCTIONS = 'Para pegar o item, tecle espaço. Mova com as setas. Solte com espaço; desista com Escape.'

const place = (over: { id: UniqueIdentifier } | null): string => (over ? `no lugar de ${over.id}` : 'fora da lista')

const announcements: Announcements = {
  onDragStart: ({ active }) => `Você pegou ${active.id}.`,
  onDragOver: ({ active, over }) => `${active.id} está ${place(over)}.`,
  onDragEnd: ({ active, over }) => `${active.id} ficou ${place(over)}.`,
  onDragCancel: ({ active }) => `${active.id} voltou para onde estava.`,
}
