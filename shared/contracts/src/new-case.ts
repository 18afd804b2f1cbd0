import type { LeakCase } from './leak-case.ts'

/** A case that nobody has touched, of an address in `source`. Its owner is that of its address (P-CASE-12). */
export const newCase = (source: string, owner: LeakCase['responsavel'] = null): LeakCase => ({
  fonte: source,
  estado: 'novo',
  responsavel: owner,
  prazo: null,
  nota: '',
  versao: 0,
  mudado_em: null,
  reaberto_em: null,
})
