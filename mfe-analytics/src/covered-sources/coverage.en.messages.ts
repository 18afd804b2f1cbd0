import type { TranslationOf } from '../language/translate.ts'
import type * as source from './coverage.messages.ts'

export const coverage = {
  title: 'Sources searched',
  loading: 'Loading sources',
  list: 'Sources, those imported last first',
  failed: 'The sources could not be loaded',
  close: 'Close',
  day: 'leaked on {day}',
  imported: 'imported on {day}',
  records: '{count, plural, one {# record} other {# records}}',
} as const satisfies TranslationOf<typeof source.coverage>
