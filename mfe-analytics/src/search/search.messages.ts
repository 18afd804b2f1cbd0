// Texts of the search, as ICU messages.

export const search = {
  button: 'Buscar',
  title: 'Buscar em tudo',
  field: 'Buscar endereços, casos, fontes, incidentes e páginas',
  hint: 'Setas para escolher, Enter para abrir, Esc para fechar.',
  close: 'Fechar',
  results: 'Resultados',
  pages: 'Páginas',
  addresses: 'Endereços',
  cases: 'Casos',
  'cases.of': 'Casos com “{text}”',
  sources: 'Fontes',
  incidents: 'Incidentes',
  incident: 'Nº {number, number}: {name}',
  none: 'Nada encontrado.',
  failed: 'A busca não respondeu. Tente de novo.',
  account: 'Conta',
  organisation: 'Organização',
} as const
