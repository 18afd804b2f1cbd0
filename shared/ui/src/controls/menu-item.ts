import type { IconName } from '../icons/icon.tsx'

/** A part of a {@link Menu}. */
export type MenuItem =
  | { kind: 'action'; id: string; label: string; icon?: IconName; onSelect: () => void }
  | MenuChoices
  | { kind: 'separator'; id: string }

/** One of several, like a theme: `value` is the checked one. */
export interface MenuChoices {
  kind: 'choices'
  id: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onSelect: (value: string) => void
}
