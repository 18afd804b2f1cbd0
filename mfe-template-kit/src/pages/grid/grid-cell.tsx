import { IconButton } from '@atalaia/ui'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { DRAG_ANIMATION } from '../../kit/drag-animation.ts'
import type { GridWidget } from './grid-widget.ts'

type GridCellProps = { readonly widget: GridWidget; readonly onRemove: () => void }

export const GridCell = ({ widget: { id, title, Example }, onRemove }: GridCellProps) => {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    transition: DRAG_ANIMATION,
    attributes: { roleDescription: 'widget que pode ser movido' },
  })
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? 'kit-grid__cell kit-grid__cell--held' : 'kit-grid__cell'}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <IconButton
        ref={setActivatorNodeRef}
        className="kit-grid__grip"
        icon="menu"
        {...attributes}
        {...listeners}
        label={`Mover ${title}`}
      />
      <Example onRemove={onRemove} />
    </li>
  )
}
