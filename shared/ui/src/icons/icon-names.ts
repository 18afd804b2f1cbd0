import { iconPaths } from './icon-paths.ts'
import { isIconName } from './icon.tsx'

/** Alphabetical. */
export const iconNames = Object.keys(iconPaths).filter(isIconName)
