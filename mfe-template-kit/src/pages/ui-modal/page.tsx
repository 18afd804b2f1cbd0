import { examplePage } from '../../kit/example-page.tsx'
import * as question from './examples/question.tsx'
import * as danger from './examples/danger.tsx'
import * as form from './examples/form.tsx'

export const Component = examplePage({
  title: 'UI - Janelas',
  trail: ['UI', 'Janelas'],
  lead: 'Perguntas que precisam de resposta antes de seguir.',
  examples: [question, danger, form],
})
