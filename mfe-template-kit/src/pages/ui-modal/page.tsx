import { examplePage } from '../../kit/example-page.tsx'
import * as question from './examples/question.tsx'
import * as danger from './examples/danger.tsx'
import * as form from './examples/form.tsx'
import * as choice from './examples/choice.tsx'
import * as waiting from './examples/waiting.tsx'
import * as ownDialog from './examples/own-dialog.tsx'
import * as failing from './examples/failing.tsx'
import * as unsaved from './examples/unsaved.tsx'
import * as result from './examples/result.tsx'
import * as long from './examples/long.tsx'
import * as steps from './examples/steps.tsx'
import './ui-modal.css'

export const Component = examplePage({
  title: 'UI - Janelas',
  trail: ['UI', 'Janelas'],
  lead: 'Perguntas que precisam de resposta antes de seguir.',
  place: 'ui-modal',
  examples: [question, danger, form, choice, waiting, failing, unsaved, result, long, steps, ownDialog],
})
