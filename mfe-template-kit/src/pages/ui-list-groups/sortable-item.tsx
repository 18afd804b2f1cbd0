import { Icon } from '@atalaia/ui'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { DRAG_ANIMATION } from '../../kit/drag-animation.ts'

export const SortableItem = ({ item }: { readonly item: string }) => {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item,
    transition: DRAG_ANIMATION,
    attributes: { roleDescription: 'item que pode ser movido' },
  })
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? 'kit-sortable__held' : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="kit-sortable__grip"
        {...attributes}
        {...listeners}
        aria-label={`Mover ${item}`}
      >
        <Icon name="menu" />
      </button>
      {item}
    </li>
  )
}
