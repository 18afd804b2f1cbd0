import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import type { MenuChoices, MenuItem } from './menu-item.ts'
import { useMenu } from './use-menu.ts'

export interface MenuProps {
  /** The accessible name of the list, and of the button unless `named` says otherwise. */
  label: string
  /** Where the button's name comes from: `trigger` where what it shows is a name already. */
  named?: 'label' | 'trigger'
  /** What the button shows. */
  trigger: ReactNode
  items: readonly MenuItem[]
  /** The side of the button that the list is flush with; `end` unless told. */
  align?: 'start' | 'end'
  className?: string
}

/** A button with a list of things to do: arrow keys, Home, End and letters move, Escape closes. */
export const Menu = ({ label, trigger, items, align = 'end', named = 'label', className }: MenuProps) => {
  const id = useId()
  const { open, root, trigger: button, list, show, close, onTriggerKey, onListKey } = useMenu()
  return (
    <div className={cx('ui-menu', className)} ref={root}>
      <button
        ref={button}
        type="button"
        className="ui-menu__trigger"
        aria-label={named === 'label' ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? close() : show('first'))}
        onKeyDown={onTriggerKey}
      >
        {trigger}
      </button>
      {open && (
        <div
          ref={list}
          className={`ui-menu__list ui-menu__list--${align}`}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onListKey}
        >
          {items.map((item) => (
            <MenuLine key={item.id} item={item} onDone={close} />
          ))}
        </div>
      )}
    </div>
  )
}

const MenuLine = ({ item, onDone }: { item: MenuItem; onDone: () => void }) => {
  switch (item.kind) {
    case 'separator':
      return <hr className="ui-menu__separator" />
    case 'choices':
      return <Choices choices={item} onDone={onDone} />
    case 'action':
      return (
        <Line icon={item.icon} onSelect={() => (onDone(), item.onSelect())}>
          {item.label}
        </Line>
      )
  }
}

const Choices = ({ choices, onDone }: { choices: MenuChoices; onDone: () => void }) => (
  <fieldset className="ui-menu__choices" aria-label={choices.label}>
    <div className="ui-menu__heading" aria-hidden="true">
      {choices.label}
    </div>
    {choices.options.map(({ value, label }) => (
      <Line
        key={value}
        checked={value === choices.value}
        icon={value === choices.value ? 'check' : undefined}
        onSelect={() => (onDone(), choices.onSelect(value))}
      >
        {label}
      </Line>
    ))}
  </fieldset>
)

interface LineProps {
  /** Given for one of several choices. */
  checked?: boolean
  icon: IconName | undefined
  onSelect: () => void
  children: string
}

const Line = ({ checked, icon, onSelect, children }: LineProps) => (
  <button
    type="button"
    className="ui-menu__item"
    role={checked === undefined ? 'menuitem' : 'menuitemradio'}
    aria-checked={checked}
    tabIndex={-1}
    onClick={onSelect}
  >
    <span className="ui-menu__icon">{icon && <Icon name={icon} />}</span>
    {children}
  </button>
)
