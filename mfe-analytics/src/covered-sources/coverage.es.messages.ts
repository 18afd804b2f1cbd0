import type { TranslationOf } from '../language/translate.ts'
import type * as source from './coverage.messages.ts'

export const coverage = {
  title: 'Fuentes consultadas',
  loading: 'Cargando fuentes',
  list: 'Fuentes, primero las importadas más recientemente',
  failed: 'No se pudieron cargar las fuentes',
  none: 'Ninguna fuente importada todavía.',
  found: '{found, plural, one {# fuente} other {# fuentes}}',
  pages: 'Páginas de fuentes',
  close: 'Cerrar',
  day: 'filtrada el {day}',
  imported: 'importada el {day}',
  records: '{count, plural, one {# registro} other {# registros}}',
} as const satisfies TranslationOf<typeof source.coverage>
