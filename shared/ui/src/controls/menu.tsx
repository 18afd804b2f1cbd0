import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import type { MenuItem } from './menu-item.ts'
import { useMenu } from './use-menu.ts'

export interface MenuProps {
  /** The accessible name of the button and of the list. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  items: readonly MenuItem[]
  /** The side of the button that the list is flush with; `end` unless told. */
  align?: 'start' | 'end'
  className?: string
}

/** A button with a list of things to do: arrow keys, Home, End and letters move, Escape closes. */
export const Menu = ({ label, trigger, items, align = 'end', className }: MenuProps) => {
  const id = useId()
  const menu = useMenu()
  return (
    <div className={cx('ui-menu', className)} ref={menu.root}>
      <button
        ref={menu.trigger}
        type="button"
        className="ui-menu__trigger"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={menu.open}
        aria-controls={menu.open ? id : undefined}
        onClick={() => (menu.open ? menu.close() : menu.show('first'))}
        onKeyDown={menu.onTriggerKey}
      >
        {trigger}
      </button>
      {menu.open && (
        <div
          ref={menu.list}
          className={`ui-menu__list ui-menu__list--${align}`}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={menu.onListKey}
        >
          {items.map((item) => (
            <MenuLine key={item.id} item={item} onDone={menu.close} />
          ))}
        </div>
      )}
    </div>
  )
}

const MenuLine = ({ item, onDone }: { item: MenuItem; onDone: () => void }) => {
  if (item.kind === 'separator') return <div className="ui-menu__separator" role="separator" />
  if (item.kind === 'heading') {
    return (
      <div className="ui-menu__heading" role="presentation">
        {item.label}
      </div>
    )
  }
  const choice = item.kind === 'choice'
  const icon = choice ? item.checked && 'check' : item.icon
  return (
    <button
      type="button"
      className="ui-menu__item"
      role={choice ? 'menuitemradio' : 'menuitem'}
      aria-checked={choice ? item.checked : undefined}
      tabIndex={-1}
      onClick={() => {
        onDone()
        item.onSelect()
      }}
    >
      <span className="ui-menu__icon">{icon && <Icon name={icon} />}</span>
      {item.label}
    </button>
  )
}
