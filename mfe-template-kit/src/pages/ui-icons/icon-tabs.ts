import icons from './icons.json'

export type Icon = { readonly name: string; readonly sign: string; readonly alias?: boolean }
export type IconSection = { readonly title?: string; readonly icons: readonly Icon[] }
export type IconTab = {
  readonly id: string
  readonly title: string
  readonly badge?: string
  readonly font: 'glyphicons' | 'awesome'
  readonly sections: readonly IconSection[]
}

const inCategory = (category: keyof typeof icons.categories): readonly Icon[] => {
  const signs = new Set(icons.categories[category].split(' '))
  return icons.fontAwesome.filter(({ sign }) => signs.has(sign)).toSorted((a, b) => a.name.localeCompare(b.name))
}

const awesome = (id: string, title: string, sections: readonly IconSection[]): IconTab => ({
  id,
  title,
  font: 'awesome',
  sections,
})

/** P-KIT-19 */
export const iconTabs: readonly IconTab[] = [
  { id: 'glyphicons', title: 'Glyphicons', font: 'glyphicons', sections: [{ icons: icons.glyphicons }] },
  { ...awesome('fa', 'FA 4.7.0', [{ icons: icons.fontAwesome }]), badge: 'new' },
  awesome('web', 'Web Application', [{ icons: inCategory('web') }]),
  awesome('spinner', 'Spinner', [{ icons: inCategory('spinner') }]),
  awesome('text', 'Text Editor', [{ icons: inCategory('text') }]),
  awesome('brand', 'Brand', [{ icons: inCategory('brand') }]),
  awesome('other', 'Other', [
    { title: 'File Type Icons', icons: inCategory('fileType') },
    { title: 'Form Control Icons', icons: inCategory('formControl') },
    { title: 'Currency Icons', icons: inCategory('currency') },
    { title: 'Video Player Icons', icons: inCategory('videoPlayer') },
    { title: 'Medical Icons', icons: inCategory('medical') },
  ]),
]
