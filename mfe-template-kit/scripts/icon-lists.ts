import awesome from 'font-awesome-icons/data/icons.json' with { type: 'json' }
import { readFileSync } from 'node:fs'

type Icon = { readonly name: string; readonly sign: string; readonly alias?: true }

const rule = (prefix: string) =>
  new RegExp(`((?:\\.${prefix}-[\\w-]+:{1,2}before,?\\s*)+)\\{\\s*content:\\s*"\\\\([0-9a-f]+)"`, 'gi')

export const iconsOf = (css: string, prefix: string): readonly Icon[] =>
  [...css.matchAll(rule(prefix))].flatMap(([, selectors = '', sign = '']) => {
    const names = [...selectors.matchAll(new RegExp(`\\.${prefix}-([\\w-]+)`, 'g'))].map(([, name = '']) => name)
    return names.map((name, index) => ({ name, sign, ...(index < names.length - 1 && { alias: true as const }) }))
  })

/** By Font Awesome's names. */
const shown = {
  web: 'Web Application Icons',
  spinner: 'Spinner Icons',
  text: 'Text Editor Icons',
  brand: 'Brand Icons',
  fileType: 'File Type Icons',
  formControl: 'Form Control Icons',
  currency: 'Currency Icons',
  videoPlayer: 'Video Player Icons',
  medical: 'Medical Icons',
} as const

const signsOf = (category: string): string =>
  awesome.icons
    .filter(({ categories }) => categories.includes(category))
    .map(({ unicode }) => unicode)
    .join(' ')

export const iconLists = (packages: string) => ({
  glyphicons: iconsOf(readFileSync(`${packages}/bootstrap-3/dist/css/bootstrap.css`, 'utf8'), 'glyphicon'),
  fontAwesome: iconsOf(readFileSync(`${packages}/font-awesome/css/font-awesome.css`, 'utf8'), 'fa'),
  categories: Object.fromEntries(Object.entries(shown).map(([id, category]) => [id, signsOf(category)])),
})
