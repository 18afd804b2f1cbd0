import { examplePage } from '../../kit/example-page.tsx'
import * as kinds from './examples/kinds.tsx'
import * as dismissible from './examples/dismissible.tsx'
import * as withAction from './examples/with-action.tsx'

/** P-KIT-27 */
export const Component = examplePage({
  title: 'UI - Alertas',
  trail: ['UI', 'Alertas'],
  lead: 'Avisos dentro da página, por gravidade.',
  place: 'ui-alerts',
  examples: [kinds, dismissible, withAction],
})
