import { iconPaths } from './icon-paths.ts'
import { isIconName } from './icon.tsx'

/** All icon names in alphabetical order. */
export const iconNames = Object.keys(iconPaths).filter(isIconName)
