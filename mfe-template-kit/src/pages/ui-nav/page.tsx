import { examplePage } from '../../kit/example-page.tsx'
import * as underline from './examples/underline.tsx'
import * as pills from './examples/pills.tsx'
import * as vertical from './examples/vertical.tsx'
import './ui-nav.css'
export const Component = examplePage({
  title: 'UI - Navegação',
  trail: ['UI', 'Navegação'],
  lead: 'Caminhos entre partes de uma mesma área.',
  examples: [underline, pills, vertical],
})
