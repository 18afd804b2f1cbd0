import { examplePage } from '../../kit/example-page.tsx'
import * as plain from './examples/plain.tsx'
import * as framed from './examples/framed.tsx'
import './ui-jumbotron.css'
export const Component = examplePage({
  title: 'UI - Jumbotron',
  trail: ['UI', 'Jumbotron'],
  lead: 'Abre uma página com uma frase e uma ação.',
  examples: [plain, framed],
})
