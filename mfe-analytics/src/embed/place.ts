import { FIRST_VIEW, type DashboardView, type OpenAddress, type SortColumn } from '../state/view-store.ts'

/** Length of the longest address (RFC 5321, section 4.5.3.1). */
const MAX_FILTER_LENGTH = 254
const MAX_PAGE = 1_000_000
/** Longest filter, each character encoded in 12, with room for further parts. */
const MAX_PLACE_LENGTH = 4096

/** Column names in places. People keep these addresses: never change them. */
const COLUMNS = { email: 'email', leaks: 'numero_vazamentos', passwords: 'numero_senhas' } as const
const isColumn = (name: string): name is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, name)
const columnName = (id: SortColumn) => Object.keys(COLUMNS).find((name) => isColumn(name) && COLUMNS[name] === id) ?? ''

/** Part names in places. Never change them. */
const PARTS = { leaks: 'vazamentos', passwords: 'senhas' } as const
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name)

const MAX_NAME_LENGTH = 300
const MAX_QUERY_LENGTH = 1000

export const cutFilter = (text: string): string => text.slice(0, MAX_FILTER_LENGTH)

/** Lone surrogates, and path segments that name another path. */
const NO_NAME = /\p{Surrogate}|(^|[\\/])\.{1,2}(?![^\\/])/gu

/** Cuts an address for the API's paths. Text that would name another path becomes empty (M-EMBED-43). */
export const cutAddress = (text: string): string => cutFilter(text.trim()).replace(NO_NAME, '$1\uFFFD')

/**
 * Writes the view's differences from the first view as a query
 * (`filter=ana&sort=-passwords&page=2&chart=table`). `filtered` includes an empty filter.
 */
export const writePlace = (view: DashboardView, { filtered = false } = {}): string => {
  const { filter, sort, page, chart, open, cases } = view
  const place = new URLSearchParams()
  if (filter !== '' || filtered) place.set('filter', cutFilter(filter))
  if (sort.id !== FIRST_VIEW.sort.id || sort.desc !== FIRST_VIEW.sort.desc)
    place.set('sort', `${sort.desc ? '-' : ''}${columnName(sort.id)}`)
  if (page > 1) place.set('page', String(page))
  if (chart !== FIRST_VIEW.chart) place.set('chart', chart)
  if (cases !== '') place.set('cases', cases.slice(0, MAX_QUERY_LENGTH))
  if (open) {
    const part = Object.keys(PARTS).find((name) => isPart(name) && PARTS[name] === open.explained)
    place.set('address', cutFilter(open.id))
    if (part !== undefined) place.set('part', part)
    if (open.source !== undefined) place.set('case', open.source.slice(0, MAX_NAME_LENGTH))
  }
  return place.toString()
}

const sortIn = (text: string | null): DashboardView['sort'] | undefined => {
  const [, sign, name = ''] = /^(-?)(\w+)$/.exec(text ?? '') ?? []
  return isColumn(name) ? { id: COLUMNS[name], desc: sign === '-' } : undefined
}

const openIn = (place: URLSearchParams): OpenAddress | undefined => {
  const [id, part, source] = ['address', 'part', 'case'].map((name) => place.get(name) ?? '')
  if (!id) return undefined
  return {
    id: cutAddress(id),
    ...(part && isPart(part) && { explained: PARTS[part] }),
    ...(source && { source: source.slice(0, MAX_NAME_LENGTH) }),
  }
}

/**
 * Reads `place` over `view`. Anybody can write it, also for other versions: unknown parts are left
 * out (M-EMBED-34).
 */
export const readPlace = (text: string | null, view: DashboardView): DashboardView => {
  const place = new URLSearchParams((text ?? '').slice(0, MAX_PLACE_LENGTH))
  const filter = place.get('filter')
  const page = Number(/^[1-9]\d{0,6}$/.exec(place.get('page') ?? '')?.[0] ?? 1)
  const chart = place.get('chart')
  return {
    filter: filter === null ? view.filter : cutFilter(filter),
    sort: sortIn(place.get('sort')) ?? view.sort,
    page: Math.min(page, MAX_PAGE),
    chart: chart === 'table' || chart === 'plot' ? chart : view.chart,
    open: openIn(place),
    cases: (place.get('cases') ?? '').slice(0, MAX_QUERY_LENGTH),
  }
}
