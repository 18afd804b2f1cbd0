import { join } from 'node:path'
import { iconLists } from '../../../scripts/icon-lists.ts'
import { iconTabs } from './icon-tabs.ts'
import icons from './icons.json'

const namesOf = (id: string) =>
  iconTabs
    .filter((tab) => tab.id === id)
    .flatMap(({ sections }) => sections.flatMap((section) => section.icons.map(({ name }) => name)))

test("lists and categories are those of the fonts' packages", () => {
  expect(icons).toEqual(iconLists(join(__dirname, '../../../node_modules')))
})

test('each sign of a category is one of the font', () => {
  const known = new Set(icons.fontAwesome.map(({ sign }) => sign))
  const signs = Object.values(icons.categories).flatMap((category) => category.split(' '))
  expect(signs.filter((sign) => !known.has(sign))).toEqual([])
})

// Rule: P-KIT-19
test('seven tabs in order, the second with its badge, the last with its five sections', () => {
  expect(iconTabs.map(({ title, badge }) => [title, badge])).toEqual([
    ['Glyphicons', undefined],
    ['FA 4.7.0', 'new'],
    ['Web Application', undefined],
    ['Spinner', undefined],
    ['Text Editor', undefined],
    ['Brand', undefined],
    ['Other', undefined],
  ])
  expect(iconTabs[6]?.sections.map(({ title }) => title)).toEqual([
    'File Type Icons',
    'Form Control Icons',
    'Currency Icons',
    'Video Player Icons',
    'Medical Icons',
  ])
})

// Rule: P-KIT-20
test('a category has the aliases of its signs, marked so', () => {
  expect(namesOf('spinner')).toEqual(['circle-o-notch', 'cog', 'gear', 'refresh', 'spinner'])
  const [tab] = iconTabs.filter(({ id }) => id === 'spinner')
  expect(tab?.sections[0]?.icons.filter(({ alias }) => alias).map(({ name }) => name)).toEqual(['gear'])
})
