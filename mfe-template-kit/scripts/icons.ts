import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { iconLists } from './icon-lists.ts'

/** Writes the icon fonts' data from their packages: `node mfe-template-kit/scripts/icons.ts`. */
const target = new URL('../src/pages/ui-icons/icons.json', import.meta.url)
const packages = fileURLToPath(new URL('../node_modules', import.meta.url))
writeFileSync(target, `${JSON.stringify(iconLists(packages))}\n`)
