import { examplePage } from '../../kit/example-page.tsx'
import * as simple from './examples/simple.tsx'
import * as search from './examples/search.tsx'
import './ui-navbar.css'
/** P-KIT-30 */
export const Component = examplePage({
  title: 'UI - Barra',
  trail: ['UI', 'Barra'],
  lead: 'A barra de cima de uma área, que se recolhe em telas pequenas.',
  examples: [simple, search],
})
