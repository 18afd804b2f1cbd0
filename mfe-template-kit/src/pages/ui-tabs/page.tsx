import { examplePage } from '../../kit/example-page.tsx'
import * as tabs from './examples/tabs.tsx'
import * as accordion from './examples/accordion.tsx'
import * as manyOpen from './examples/many-open.tsx'
import './ui-tabs.css'
export const Component = examplePage({
  title: 'UI - Abas',
  trail: ['UI', 'Abas'],
  lead: 'Partes de um assunto, uma por vez ou abertas em dobras.',
  examples: [tabs, accordion, manyOpen],
})
