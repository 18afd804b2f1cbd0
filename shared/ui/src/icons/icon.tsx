import { iconPaths } from './icon-paths.ts'

/** The name of an icon. */
export type IconName = keyof typeof iconPaths

/** Whether `value` is the name of an icon. For names from outside, such as a sidebar entry's. */
export function isIconName(value: unknown): value is IconName {
  return typeof value === 'string' && Object.hasOwn(iconPaths, value)
}

/**
 * An icon beside a text. It is hidden from assistive technology, so it never replaces the text. Default size: 16 px.
 */
export const Icon = ({ name, size = 16 }: { name: IconName; size?: 16 | 20 }) => (
  <svg className="ui-icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={iconPaths[name]} />
  </svg>
)
