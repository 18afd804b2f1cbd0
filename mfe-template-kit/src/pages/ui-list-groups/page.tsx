import { examplePage } from '../../kit/example-page.tsx'
import * as sortable from './examples/sortable.tsx'
import * as choice from './examples/choice.tsx'
import * as numbered from './examples/numbered.tsx'
import './ui-list-groups.css'
export const Component = examplePage({
  title: 'UI - Listas',
  trail: ['UI', 'Listas'],
  lead: 'Listas que se leem, se escolhem e se ordenam, com o ponteiro ou com o teclado.',
  examples: [sortable, choice, numbered],
})
