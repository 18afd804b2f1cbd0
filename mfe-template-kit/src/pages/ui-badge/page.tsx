import { examplePage } from '../../kit/example-page.tsx'
import * as tones from './examples/tones.tsx'
import * as inTitles from './examples/in-titles.tsx'
import * as counters from './examples/counters.tsx'
import * as looks from './examples/looks.tsx'
import * as round from './examples/round.tsx'
import * as withIcon from './examples/with-icon.tsx'
import * as states from './examples/states.tsx'
import * as removable from './examples/removable.tsx'
import * as onIcon from './examples/on-icon.tsx'
import * as inTable from './examples/in-table.tsx'
import './ui-badge.css'
export const Component = examplePage({
  title: 'UI - Selos',
  trail: ['UI', 'Selos'],
  lead: 'Palavras curtas que classificam: o tom nunca fala sozinho.',
  examples: [tones, looks, inTitles, withIcon, round, counters, onIcon, removable, states, inTable],
})
