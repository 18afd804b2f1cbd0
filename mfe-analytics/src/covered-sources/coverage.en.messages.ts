import type { TranslationOf } from '../language/translate.ts'
import type * as source from './coverage.messages.ts'

export const coverage = {
  title: 'Sources searched',
  loading: 'Loading sources',
  list: 'Sources, those imported last first',
  failed: 'The sources could not be loaded',
  none: 'No source imported yet.',
  found: '{found, plural, one {# source} other {# sources}}',
  pages: 'Pages of sources',
  close: 'Close',
  day: 'leaked on {day}',
  imported: 'imported on {day}',
  records: '{count, plural, one {# record} other {# records}}',
} as const satisfies TranslationOf<typeof source.coverage>
