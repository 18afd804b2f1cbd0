import type { ThemeName } from '@atalaia/contracts'
import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import { useMenu } from './use-menu.ts'

/** An item of a {@link Menu}. */
export type MenuItem =
  | { kind: 'action'; id: string; label: string; icon?: IconName; onSelect: () => void }
  | MenuChoices
  | { kind: 'separator'; id: string }

/** A choice, such as a theme. `value` is checked. */
export interface MenuChoices {
  kind: 'choices'
  id: string
  label: string
  value: string
  /** `theme`: shows a sample of its colours. Default: none. */
  options: readonly { value: string; label: string; theme?: ThemeName }[]
  onSelect: (value: string) => void
}

export interface MenuProps {
  /** Accessible name of the list, and by default of the button. */
  label: string
  /** Source of the button's name: `label` (default) or `trigger`. */
  named?: 'label' | 'trigger'
  /** The button's content. */
  trigger: ReactNode
  items: readonly MenuItem[]
  /** Button side flush with the list. Default: `end`. */
  align?: 'start' | 'end'
  className?: string
  onOpen?: () => void
}

/** Menu button: arrow keys, Home, End, letters; Escape closes. */
export const Menu = ({ label, trigger, items, align = 'end', named = 'label', className, onOpen }: MenuProps) => {
  const id = useId()
  const { open, root, trigger: button, list, show, close, onTriggerKey, onListKey } = useMenu(onOpen)
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
    {choices.options.map(({ value, label, theme }) => (
      <Line
        key={value}
        theme={theme}
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
  /** Only for options of a choice. */
  checked?: boolean
  icon: IconName | undefined
  theme?: ThemeName | undefined
  onSelect: () => void
  children: string
}

const Line = ({ checked, icon, theme, onSelect, children }: LineProps) => (
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
    {theme && <span className={cx('ui-theme ui-menu__sample', theme)} aria-hidden="true" />}
  </button>
)
