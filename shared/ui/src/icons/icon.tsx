import { iconPaths } from './icon-paths.ts'

/** The names of the one icon set. */
export type IconName = keyof typeof iconPaths

/** Is `value` a name of the set? For names that come from outside, such as a sidebar entry's. */
export function isIconName(value: unknown): value is IconName {
  return typeof value === 'string' && Object.hasOwn(iconPaths, value)
}

/** A drawing beside words, never instead of them: it is hidden from assistive technology. 16 px unless told. */
export const Icon = ({ name, size = 16 }: { name: IconName; size?: 16 | 20 }) => (
  <svg className="ui-icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={iconPaths[name]} />
  </svg>
)
