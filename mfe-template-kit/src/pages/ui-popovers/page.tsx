import { examplePage } from '../../kit/example-page.tsx'
import * as tooltips from './examples/tooltips.tsx'
import * as popover from './examples/popover.tsx'
import * as iconButton from './examples/icon-button.tsx'
import * as unavailable from './examples/unavailable.tsx'
import * as term from './examples/term.tsx'
import * as hover from './examples/hover.tsx'
import * as sides from './examples/sides.tsx'
import * as form from './examples/form.tsx'
import * as actions from './examples/actions.tsx'
import './ui-popovers.css'

/** P-KIT-29 */
export const Component = examplePage({
  title: 'UI - Dicas',
  trail: ['UI', 'Dicas'],
  lead: 'Explicações que aparecem ao apontar, ao focar ou ao clicar.',
  examples: [tooltips, popover, iconButton, unavailable, term, hover, sides, form, actions],
})
