/** An empty text filters nothing. Days are `YYYY-MM-DD`. */
export type AuditFilter = { readonly ator: string; readonly acao: string; readonly de: string; readonly ate: string }
export const NO_FILTER: AuditFilter = { ator: '', acao: '', de: '', ate: '' }

export const queryOf = (filter: AuditFilter, more: Readonly<Record<string, string>> = {}): string => {
  const given = Object.entries({ ...filter, ...more }).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
