import { randomBytes, randomInt } from 'node:crypto'

/** Invented data: domains under .example have no owner (RFC 2606). */
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
const sources = [
  ['Fórum Maré', 'breach', ['username', 'ip-address']],
  ['Coleção Cinza', 'combo list', []],
  ['Loja Vitrine', 'breach', ['name', 'phone', 'postal-address']],
  ['Stealer Abril', 'stealer log', ['cookies', 'autofill']],
  ['Pacote Litoral', 'combo list', []],
  ['Canal Sombra', 'paste', []],
  ['Jogo Labirinto', 'breach', ['username', 'birth-date']],
  ['Coleção Âmbar', 'combo list', []],
  ['Rede Trilha', 'breach', ['name', 'phone']],
  ['Pasta Exposta', 'paste', ['name', 'cpf']],
  ['Stealer Granito', 'stealer log', ['cookies', 'autofill', 'card']],
  ['Portal Aurora', 'breach', ['name', 'cpf', 'birth-date']],
  ['Combo Ferrugem', 'combo list', []],
  ['Coleção Bruma', 'combo list', []],
  ['Fórum Penhasco', 'breach', ['username']],
] as const
const websites = ['loja-vitrine', 'banco-orla', 'correio-serra', 'rede-trilha', 'jogo-labirinto']
const DAYS_BETWEEN = 6
const LAST_DAY = 3
const STRANGERS = 400

const pick = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value => {
  const value = values[randomInt(values.length)]
  if (value === undefined) throw new Error('demonstration data: nothing to pick from')
  return value
}

/** Three words and four digits, easy to read aloud. */
export const demoPassword = (): string => `${pick(words)}-${pick(words)}-${pick(words)}-${randomInt(1000, 10_000)}`

export const demoAddresses = (): string[] => [
  ...people.map((name) => `${name}@costa-norte.example`),
  ...shared.map((name) => `${name}@costa-norte.example`),
]

type SourceKind = (typeof sources)[number][1]
export type DemoImport = {
  readonly source: string
  readonly kind: SourceKind
  readonly kinds: readonly string[]
  readonly daysAgo: number
  readonly lines: string[]
}

const inventedPassword = (): string => randomBytes(6).toString('base64url')

const favourites = new Map<string, string>()
const passwordOf = (address: string): string => {
  if (randomInt(3) > 0) return inventedPassword()
  const favourite = favourites.get(address) ?? inventedPassword()
  favourites.set(address, favourite)
  return favourite
}

const linesAbout = (addresses: readonly string[], share: number, kind: SourceKind): string[] =>
  addresses
    .filter((_, index) => randomInt(100) < share * (index % 4 === 0 ? 2 : 1))
    .flatMap((address) => {
      if (kind === 'paste' || randomInt(5) === 0) return [address]
      const website = kind === 'stealer log' ? `https://${pick(websites)}.example/login:` : ''
      return Array.from({ length: randomInt(1, 3) }, () => `${website}${address}:${passwordOf(address)}`)
    })

/**
 * Some three months of imports, oldest first. Each touches a few of `addresses`, and many
 * unmonitored ones.
 */
export const demoImports = (addresses: readonly string[]): DemoImport[] =>
  sources.map(([name, kind, kinds], index) => {
    const strangers = Array.from(
      { length: STRANGERS },
      () => `${pick(words)}.${randomInt(100_000)}@${pick(words)}.example:${inventedPassword()}`,
    )
    return {
      source: `${name} (fictícia)`,
      kind,
      kinds,
      daysAgo: LAST_DAY + (sources.length - 1 - index) * DAYS_BETWEEN,
      lines: [...strangers, ...linesAbout(addresses, index === 0 ? 30 : 14, kind)],
    }
  })
