import { examplePage } from '../../kit/example-page.tsx'
import * as tones from './examples/tones.tsx'
import * as inTitles from './examples/in-titles.tsx'
import * as counters from './examples/counters.tsx'
import './ui-badge.css'
export const Component = examplePage({
  title: 'UI - Selos',
  trail: ['UI', 'Selos'],
  lead: 'Palavras curtas que classificam: o tom nunca fala sozinho.',
  examples: [tones, inTitles, counters],
})
