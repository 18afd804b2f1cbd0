import type { LeakCase } from './leak-case.ts'

/** An untouched case. Its owner is the address's (P-CASE-12). */
export const newCase = (source: string, owner: LeakCase['responsavel'] = null): LeakCase => ({
  fonte: source,
  estado: 'novo',
  responsavel: owner,
  prazo: null,
  nota: '',
  versao: 0,
  mudado_em: null,
  reaberto_em: null,
  aviso: null,
})
