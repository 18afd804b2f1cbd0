import { examplePage } from '../../kit/example-page.tsx'
import * as underline from './examples/underline.tsx'
import * as pills from './examples/pills.tsx'
import * as vertical from './examples/vertical.tsx'
import * as counters from './examples/counters.tsx'
import * as icons from './examples/icons.tsx'
import * as segments from './examples/segments.tsx'
import * as groups from './examples/groups.tsx'
import * as overflow from './examples/overflow.tsx'
import * as links from './examples/links.tsx'
import * as inAddress from './examples/in-address.tsx'
import * as back from './examples/back.tsx'
import * as pages from './examples/pages.tsx'
import './ui-nav.css'
export const Component = examplePage({
  title: 'UI - Navegação',
  trail: ['UI', 'Navegação'],
  lead: 'Caminhos entre partes de uma mesma área.',
  place: 'ui-nav',
  examples: [underline, pills, counters, icons, segments, overflow, vertical, groups, links, inAddress, back, pages],
})
