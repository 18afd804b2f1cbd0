import type { LeakCase } from './cases.ts'

/** A case that nobody has touched, of an address in `source`. */
export const newCase = (source: string): LeakCase => ({
  fonte: source,
  estado: 'novo',
  responsavel: null,
  prazo: null,
  nota: '',
  versao: 0,
  mudado_em: null,
  reaberto_em: null,
})
