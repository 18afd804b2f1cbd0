import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { announcements, instructions } from './announcements.ts'
import { SortableItem } from './sortable-item.tsx'

type SortableListProps = {
  readonly label: string
  /** Each of them once. */
  readonly items: readonly string[]
  readonly onOrder: (items: string[]) => void
}

/** A list ordered by pointer, touch or keyboard. */
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
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
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
