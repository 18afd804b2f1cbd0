import type { IconName } from '../icons/icon.tsx'

/** A line of a {@link Menu}. */
export type MenuItem =
  | { kind: 'action'; id: string; label: string; icon?: IconName; onSelect: () => void }
  /** One of several, of which one is checked, like a theme. */
  | { kind: 'choice'; id: string; label: string; checked: boolean; onSelect: () => void }
  | { kind: 'heading'; id: string; label: string }
  | { kind: 'separator'; id: string }
