import type { Exposure } from '@atalaia/contracts'

type Found = Pick<Exposure, 'email' | 'gravidade'> & { readonly source: string }

/** The exposure of the address `7`, which leaked once, without a password. */
export const exposureOf = ({ email, gravidade, source }: Found): Exposure => ({
  id: '7',
  email,
  adicionado_em: '2026-11-21T15:00:00Z',
  numero_vazamentos: 1,
  numero_senhas: 0,
  gravidade,
  fontes: [
    {
      fonte: source,
      titulo: 'Fórum',
      descricao: null,
      dia: '2026-11-20',
      visto_por_ultimo: '2026-11-20',
      publico_em: null,
      aqui_desde: null,
      tipo: null,
      site: null,
      sites: [],
      numero_sites: 0,
      dados: [],
      verificada: null,
      numero_senhas: 0,
      numero_hashes: 0,
      hashes: [],
      maquinas: 0,
      senhas_repetidas: 0,
      gravidade,
    },
  ],
  senhas: [],
  passos: [],
  cobertura: { fontes: 1, atualizado_em: '2026-11-22T15:00:00Z' },
})
