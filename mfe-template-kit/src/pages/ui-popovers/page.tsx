import { examplePage } from '../../kit/example-page.tsx'
import * as tooltips from './examples/tooltips.tsx'
import * as popover from './examples/popover.tsx'

export const Component = examplePage({
  title: 'UI - Dicas',
  trail: ['UI', 'Dicas'],
  lead: 'Explicações que aparecem ao apontar, ao focar ou ao clicar.',
  examples: [tooltips, popover],
})
