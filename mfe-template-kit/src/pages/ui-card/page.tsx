import { examplePage } from '../../kit/example-page.tsx'
import * as simple from './examples/simple.tsx'
import * as figure from './examples/figure.tsx'
import * as actions from './examples/actions.tsx'
import * as list from './examples/list.tsx'
import * as empty from './examples/empty.tsx'
import * as loading from './examples/loading.tsx'
import * as failed from './examples/failed.tsx'
import './ui-card.css'
export const Component = examplePage({
  title: 'UI - Cartões',
  trail: ['UI', 'Cartões'],
  lead: 'Uma superfície por assunto.',
  place: 'ui-card',
  examples: [simple, figure, actions, list, loading, empty, failed],
})
