import { iconPaths } from './icon-paths.ts'
import { isIconName } from './icon.tsx'

/** All names of the set, in alphabetical order. */
export const iconNames = Object.keys(iconPaths).filter(isIconName)
