import { createContext, useContext, type ReactNode } from 'react'

/** Parts of an address's page that a link may open it at: the rows that make one of its numbers. */
export const ADDRESS_PARTS = ['vazamentos', 'senhas'] as const
export type AddressPart = (typeof ADDRESS_PARTS)[number]

export type AddressLinkProps = {
  /** Id of the monitored address; `undefined` where it is not known, which makes no link. */
  readonly id: string | undefined
  /** The number that is explained. Default: the whole address. */
  readonly explained?: AddressPart
  /** The source whose case it opens at, by its name. */
  readonly source?: string
  readonly children: ReactNode
}

const withoutLink = (link: AddressLinkProps): ReactNode => link.children

/**
 * Renders the links to addresses of what stands below (P-ADDRESS-5). Default: none, as in a portal, which has no such
 * page.
 */
export const AddressLinkContext = createContext(withoutLink)

/** The rows of a list around a link to one of them. */
export type Rows = {
  readonly rows: readonly { readonly id: string; readonly source?: string | undefined }[]
  /** The number of rows on the pages before. */
  readonly before: number
  /** The rows of all pages. */
  readonly all: number
}

/** The rows of the list that what stands below is one of. Default: it is in no list. */
export const RowsContext = createContext<Rows | undefined>(undefined)

/** Whether the page of an address can be reached from here. */
export const useHasAddressPages = (): boolean => useContext(AddressLinkContext) !== withoutLink

/** Renders the way to the list of all addresses, by their number. Default: none, as in a portal. */
export const ListLinkContext = createContext((_all: number): ReactNode => null)

/** A total of all addresses: that of now, that of the end of a day (`YYYY-MM-DD`), or what is open of that of now (P-CASE-8). */
export type Total = { readonly part: AddressPart; readonly of?: 'now' | 'open' | { readonly day: string } }

/** Renders the link of a total to the rows that make it. Default: none. */
export const TotalLinkContext = createContext((_total: Total, content: ReactNode): ReactNode => content)

/** Renders a text with the number of sources, which opens these. Default: the text, as in a portal. */
export const SourcesContext = createContext((text: string): ReactNode => text)

/** Opens the rows that make a total, from what cannot be a link. Default: there is no such page, as in a portal. */
export const OpenTotalContext = createContext<((total: Total) => void) | undefined>(undefined)

/** Renders the way from a case to the register of incidents. Default: none, as in a portal. */
export const IncidentLinkContext = createContext((_id: string, _source: string): ReactNode => null)

/** Renders the way to prove an address that waits. Default: none, as in a portal. */
export const ProveContext = createContext((_email: string): ReactNode => null)

/** A link to the page of a monitored address, where there is one. */
export const AddressLink = (link: AddressLinkProps): ReactNode => {
  const render = useContext(AddressLinkContext)
  return link.id === undefined ? link.children : render(link)
}
