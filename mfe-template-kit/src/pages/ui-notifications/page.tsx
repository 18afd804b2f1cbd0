import { examplePage } from '../../kit/example-page.tsx'
import * as kinds from './examples/kinds.tsx'
import * as afterAction from './examples/after-action.tsx'
import * as failure from './examples/failure.tsx'
import * as several from './examples/several.tsx'
import * as longText from './examples/long-text.tsx'
import * as undo from './examples/undo.tsx'
import * as outsideReact from './examples/outside-react.tsx'
import * as anatomy from './examples/anatomy.tsx'
import * as whichMessage from './examples/which-message.tsx'
import './ui-notifications.css'

export const Component = examplePage({
  title: 'UI - Notificações',
  trail: ['UI', 'Notificações'],
  lead: 'Recados que a página mostra por 10 segundos e lê em voz alta.',
  place: 'ui-notifications',
  examples: [kinds, afterAction, failure, several, longText, undo, outsideReact, anatomy, whichMessage],
})
