import { examplePage } from '../../kit/example-page.tsx'
import * as plain from './examples/plain.tsx'
import * as striped from './examples/striped.tsx'
import * as bordered from './examples/bordered.tsx'
import * as dense from './examples/dense.tsx'
import * as states from './examples/states.tsx'
import * as sorted from './examples/sorted.tsx'
import './tables-basic.css'
export const Component = examplePage({
  title: 'Tabela básica',
  trail: ['Tabelas', 'Básica'],
  lead: 'As formas de uma tabela que só se lê.',
  place: 'tables-basic',
  examples: [plain, striped, bordered, dense, states, sorted],
})
