/** Chosen part of a list, kept in the page's address. */
export type ListQuery<Order extends string = string> = {
  readonly search: string
  readonly order: Order
  readonly reversed: boolean
  /** From 1. */
  readonly page: number
}

/** The first value is the default for missing and invalid ones. */
export const oneOf = <Value extends string>(given: string | null, values: readonly [Value, ...Value[]]): Value =>
  values.find((value) => value === given) ?? values[0]

/** Leaves out invalid parts. */
export const readListQuery = <Order extends string>(
  given: URLSearchParams,
  orders: readonly [Order, ...Order[]],
): ListQuery<Order> => {
  const page = Number(given.get('pagina') ?? 1)
  return {
    search: given.get('busca') ?? '',
    order: oneOf(given.get('ordem'), orders),
    reversed: given.get('invertida') === 'sim',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

type QueryParts<Order extends string> = {
  readonly orders: readonly [Order, ...Order[]]
  /** The list's own filters; '' for the default. */
  readonly filters: Readonly<Record<string, string>>
}

/** Leaves out defaults, for the page's address and the API. */
export const listQueryText = <Order extends string>(
  { search, order, reversed, page }: ListQuery<Order>,
  { orders, filters }: QueryParts<Order>,
): string => {
  const parts: readonly (readonly [string, string])[] = [
    ['busca', search.trim()],
    ...Object.entries(filters),
    ['ordem', order === orders[0] ? '' : order],
    ['invertida', reversed ? 'sim' : ''],
    ['pagina', page > 1 ? String(page) : ''],
  ]
  return new URLSearchParams(parts.filter(([, value]) => value !== '').map(([name, value]) => [name, value])).toString()
}
