import { examplePage } from '../../kit/example-page.tsx'
import * as kinds from './examples/kinds.tsx'

export const Component = examplePage({
  title: 'UI - Notificações',
  trail: ['UI', 'Notificações'],
  lead: 'Recados que a página mostra por 10 segundos e lê em voz alta.',
  examples: [kinds],
})
