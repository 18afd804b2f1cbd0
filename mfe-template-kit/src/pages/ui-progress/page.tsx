import { examplePage } from '../../kit/example-page.tsx'
import * as simple from './examples/simple.tsx'
import * as tones from './examples/tones.tsx'
import * as stacked from './examples/stacked.tsx'
import * as live from './examples/live.tsx'
import * as ranking from './examples/ranking.tsx'
import './ui-progress.css'
export const Component = examplePage({
  title: 'UI - Progresso',
  trail: ['UI', 'Progresso'],
  lead: 'Quanto já foi e quanto falta.',
  place: 'ui-progress',
  examples: [simple, tones, stacked, live, ranking],
})
