// Texts of the sources that numbers come from, as ICU messages.

export const coverage = {
  title: 'Fontes consultadas',
  loading: 'Carregando fontes',
  list: 'Fontes, as importadas por último primeiro',
  failed: 'Não foi possível carregar as fontes',
  none: 'Nenhuma fonte importada ainda.',
  found: '{found, plural, =1 {# fonte} other {# fontes}}',
  pages: 'Páginas de fontes',
  close: 'Fechar',
  day: 'vazou em {day}',
  noDay: 'dia não informado',
  imported: 'importada em {day}',
  records: '{count, plural, =1 {# registro} other {# registros}}',
} as const
