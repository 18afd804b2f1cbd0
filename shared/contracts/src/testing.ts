import type { Exposure } from './exposure.ts'

type Found = Pick<Exposure, 'id' | 'email' | 'gravidade'> & {
  readonly source: string
  readonly title: string
  /** Day of the leak, `YYYY-MM-DD`. */
  readonly day: string
  /** ISO 8601; used for every instant. */
  readonly at: string
}

/** One leak without a password, for tests. */
export const exposureOf = ({ id, email, gravidade, source, title, day, at }: Found): Exposure => ({
  id,
  email,
  adicionado_em: at,
  numero_vazamentos: 1,
  numero_senhas: 0,
  gravidade,
  fontes: [
    {
      fonte: source,
      titulo: title,
      descricao: null,
      dia: day,
      visto_por_ultimo: day,
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
  cobertura: { fontes: 1, atualizado_em: at },
})
