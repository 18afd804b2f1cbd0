import type { Descriptor } from '@atalaia/contracts'

export type Difference = { readonly what: string; readonly before: string; readonly after: string }

const NONE = '–'
const yes = (is: boolean) => (is ? 'sim' : 'não')
const bytesOf = ({ artifact }: Descriptor) => artifact.files.reduce((sum, { bytes }) => sum + bytes, 0)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).replace('.', ',')} kB`

export const differencesOf = (from: Descriptor, to: Descriptor): readonly Difference[] =>
  [
    { what: 'Todos os arquivos', before: kilobytes(bytesOf(from)), after: kilobytes(bytesOf(to)) },
    { what: 'Contrato', before: from.contract, after: to.contract },
    { what: 'Recebe o token da sessão', before: yes(from.token), after: yes(to.token) },
    { what: 'Chama a API', before: yes(from.api), after: yes(to.api) },
    ...pairs(from.routes, to.routes, ({ path }) => path).map(([path, before, after]) => ({
      what: `Rota ${path}`,
      before: before?.access ?? NONE,
      after: after?.access ?? NONE,
    })),
    ...pairs(from.artifact.shared, to.artifact.shared, ({ name }) => name).map(([name, before, after]) => ({
      what: `Compartilha ${name}`,
      before: before?.requiredVersion ?? NONE,
      after: after?.requiredVersion ?? NONE,
    })),
  ].filter(({ before, after }) => before !== after)

const pairs = <Item>(from: readonly Item[], to: readonly Item[], nameOf: (item: Item) => string) =>
  [...new Set([...from, ...to].map(nameOf))].map((name) => {
    const has = (item: Item) => nameOf(item) === name
    return [name, from.find(has), to.find(has)] as const
  })
