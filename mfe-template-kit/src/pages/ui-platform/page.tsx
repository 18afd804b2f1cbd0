import { examplePage } from '../../kit/example-page.tsx'
import * as remoteModule from './examples/remote-module.tsx'
import * as context from './examples/context.tsx'
import * as session from './examples/session.tsx'
import * as theme from './examples/theme.tsx'
import * as provider from './examples/provider.tsx'
import * as slots from './examples/slots.tsx'
import * as store from './examples/store.tsx'
import * as numbersAndDays from './examples/numbers-and-days.tsx'
import * as texts from './examples/texts.tsx'
import * as language from './examples/language.tsx'
import './ui-platform.css'

/** P-KIT-34 */
export const Component = examplePage({
  title: 'UI - Plataforma',
  trail: ['UI', 'Plataforma'],
  lead: 'O que um remoto recebe da casca, e o que escreve números, dias e textos.',
  place: 'ui-platform',
  examples: [remoteModule, context, session, theme, provider, slots, store, numbersAndDays, texts, language],
})
