/** The part of a list that a person has chosen, as every list has it; it stands in the page's address. */
export type ListQuery<Order extends string = string> = {
  readonly search: string
  readonly order: Order
  readonly reversed: boolean
  /** From 1. */
  readonly page: number
}

/** One of a few values of a query; the first of them is the usual one, for what is absent or makes no sense. */
export const oneOf = <Value extends string>(given: string | null, values: readonly [Value, ...Value[]]): Value =>
  values.find((value) => value === given) ?? values[0]

/** Reads what every list has in the query of the page's address; what makes no sense is left out. */
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
  /** The list's own filters by their names; '' for what is usual. */
  readonly filters: Readonly<Record<string, string>>
}

/** A query as text, for the page's address and for the API; what is usual is left out. */
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
