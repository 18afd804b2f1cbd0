import { randomBytes, randomInt } from 'node:crypto'

/** The demonstration's data is invented: domains under .example belong to nobody (RFC 2606). */
export const DEMO_EMAIL = 'demo@atalaia.example'

const people = [
  'ana.souza',
  'bruno.lima',
  'carla.mendes',
  'diego.alves',
  'elisa.rocha',
  'fabio.nunes',
  'gabriela.pires',
  'henrique.dias',
  'isabela.teixeira',
  'joao.barros',
  'karina.lopes',
  'leonardo.freitas',
  'mariana.castro',
  'nicolas.ramos',
  'olivia.moura',
  'paulo.cardoso',
  'renata.farias',
  'sergio.vieira',
  'tatiana.melo',
  'vitor.campos',
]
const shared = ['contato', 'financeiro', 'suporte', 'vendas']
const words = [
  'areia',
  'bambu',
  'canoa',
  'cobre',
  'duna',
  'farol',
  'figo',
  'garoa',
  'ipe',
  'jangada',
  'lagoa',
  'limao',
  'mangue',
  'maresia',
  'neblina',
  'orla',
  'pedra',
  'pitanga',
  'quintal',
  'rede',
  'ribeira',
  'serra',
  'tucano',
  'violeta',
]
const sourceNames = [
  'Fórum Maré',
  'Coleção Cinza',
  'Loja Vitrine',
  'Stealer Abril',
  'Pacote Litoral',
  'Canal Sombra',
  'Jogo Labirinto',
  'Coleção Âmbar',
  'Rede Trilha',
  'Pasta Exposta',
  'Stealer Granito',
  'Portal Aurora',
  'Combo Ferrugem',
  'Coleção Bruma',
  'Fórum Penhasco',
]
const DAYS_BETWEEN = 6
const LAST_DAY = 3
const STRANGERS = 400

const pick = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value => {
  const value = values[randomInt(values.length)]
  if (value === undefined) throw new Error('demonstration data: nothing to pick from')
  return value
}

/** Easy to read aloud: three words and four digits. */
export const demoPassword = (): string => `${pick(words)}-${pick(words)}-${pick(words)}-${randomInt(1000, 10_000)}`

export const demoAddresses = (): string[] => [
  ...people.map((name) => `${name}@costa-norte.example`),
  ...shared.map((name) => `${name}@costa-norte.example`),
]

export type DemoImport = { readonly source: string; readonly daysAgo: number; readonly lines: string[] }

const inventedPassword = (): string => randomBytes(6).toString('base64url')

const linesAbout = (addresses: readonly string[], share: number): string[] =>
  addresses
    .filter((_, index) => randomInt(100) < share * (index % 4 === 0 ? 2 : 1))
    .flatMap((address) => {
      if (randomInt(5) === 0) return [address]
      return Array.from({ length: randomInt(1, 3) }, () => `${address}:${inventedPassword()}`)
    })

/** Some three months of imports, oldest first; each touches a few of `addresses`, and many that nobody monitors. */
export const demoImports = (addresses: readonly string[]): DemoImport[] =>
  sourceNames.map((name, index) => {
    const strangers = Array.from(
      { length: STRANGERS },
      () => `${pick(words)}.${randomInt(100_000)}@${pick(words)}.example:${inventedPassword()}`,
    )
    return {
      source: `${name} (fictícia)`,
      daysAgo: LAST_DAY + (sourceNames.length - 1 - index) * DAYS_BETWEEN,
      lines: [...strangers, ...linesAbout(addresses, index === 0 ? 30 : 14)],
    }
  })
