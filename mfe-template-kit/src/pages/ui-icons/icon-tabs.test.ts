import { join } from 'node:path'
import { iconLists } from '../../../scripts/icon-lists.ts'
import categories from './categories.json'
import { iconTabs } from './icon-tabs.ts'
import icons from './icons.json'

test("the lists are those of the fonts' own packages", () => {
  expect(icons).toEqual(iconLists(join(__dirname, '../../../node_modules')))
})

test.each(Object.entries(categories))('every name of %s is in the package', (_category, names) => {
  const known = new Set(icons.fontAwesome.map(({ name }) => name))
  expect(names.split(' ').filter((name) => !known.has(name))).toEqual([])
})

test('seven tabs in order, the second with its badge, the last with five sections', () => {
  expect(iconTabs.map(({ title, badge }) => [title, badge])).toEqual([
    ['Glyphicons', undefined],
    ['FA 4.7.0', 'new'],
    ['Web Application', undefined],
    ['Spinner', undefined],
    ['Text Editor', undefined],
    ['Brand', undefined],
    ['Other', undefined],
  ])
  expect(iconTabs[6]?.sections).toHaveLength(5)
})
