import { examplePage } from '../../kit/example-page.tsx'
import * as simple from './examples/simple.tsx'
import * as figure from './examples/figure.tsx'
import * as actions from './examples/actions.tsx'
import * as list from './examples/list.tsx'
import './ui-card.css'
export const Component = examplePage({
  title: 'UI - Cartões',
  trail: ['UI', 'Cartões'],
  lead: 'Uma superfície por assunto.',
  examples: [simple, figure, actions, list],
})
