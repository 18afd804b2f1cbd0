import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof iconPaths

/** For names from outside, such as a sidebar entry's. */
export function isIconName(value: unknown): value is IconName {
  return typeof value === 'string' && Object.hasOwn(iconPaths, value)
}

/** Hidden from assistive technology, so a text must accompany it. */
export const Icon = ({ name, size = 16 }: { name: IconName; size?: 16 | 20 }) => (
  <svg className="ui-icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={iconPaths[name]} />
  </svg>
)
