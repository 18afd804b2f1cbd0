import { examplePage } from '../../kit/example-page.tsx'
import * as variants from './examples/variants.tsx'
import * as sizes from './examples/sizes.tsx'
import * as icons from './examples/icons.tsx'
import * as busy from './examples/busy.tsx'
import * as toggle from './examples/toggle.tsx'
import * as menu from './examples/menu.tsx'
import * as chartView from './examples/chart-view.tsx'
import './ui-buttons.css'

export const Component = examplePage({
  title: 'UI - Botões',
  trail: ['UI', 'Botões'],
  lead: 'Uma ação principal por vista; as outras cedem.',
  place: 'ui-buttons',
  examples: [variants, sizes, icons, busy, toggle, menu, chartView],
})
