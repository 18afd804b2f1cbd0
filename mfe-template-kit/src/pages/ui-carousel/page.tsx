import { examplePage } from '../../kit/example-page.tsx'
import * as slides from './examples/slides.tsx'
import './ui-carousel.css'
export const Component = examplePage({
  title: 'UI - Carrossel',
  trail: ['UI', 'Carrossel'],
  lead: 'Uma vista por vez; muda a cada 4 segundos e para quando se pede.',
  examples: [slides],
})
