export type Person = {
  readonly id: number
  readonly name: string
  readonly role: string
  readonly city: string
  readonly age: number
  readonly status: 'Ativo' | 'Férias' | 'Afastado'
}

const first = [
  'Álvaro',
  'Beatriz',
  'Caio',
  'Débora',
  'Érica',
  'Fábio',
  'Glória',
  'Heitor',
  'Íris',
  'João',
  'Karina',
  'Lúcio',
  'Márcia',
]
const last = ['Andrade', 'Barros', 'Câmara', 'Dantas', 'Évora', 'Falcão', 'Goulart']
const roles = ['Analista', 'Coordenação', 'Desenvolvimento', 'Suporte', 'Vendas']
const cities = ['Belém', 'Curitiba', 'Goiânia', 'Maceió', 'Recife', 'São Luís', 'São Paulo', 'Vitória']
const statuses = ['Ativo', 'Ativo', 'Férias', 'Ativo', 'Afastado'] as const

const pick = <Value>(list: readonly Value[], at: number): Value => {
  const value = list[at % list.length]
  if (value === undefined) throw new RangeError('pick: an empty list')
  return value
}

export const people: Person[] = Array.from({ length: 87 }, (_, at) => ({
  id: at + 1,
  name: `${pick(first, at * 5)} ${pick(last, at * 3 + Math.floor(at / 13))}`,
  role: pick(roles, at * 2 + Math.floor(at / 5)),
  city: pick(cities, at * 3 + Math.floor(at / 7)),
  age: 21 + ((at * 17) % 44),
  status: pick(statuses, at * 3 + Math.floor(at / 9)),
}))
