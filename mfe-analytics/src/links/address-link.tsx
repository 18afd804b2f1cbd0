import { createContext, useContext, type ReactNode } from 'react'

/** Without `fonte`: all sources of the address. */
export type NoticedCase = { readonly email: string; readonly fonte?: string | undefined }

export const ADDRESS_PARTS = ['vazamentos', 'senhas'] as const
export type AddressPart = (typeof ADDRESS_PARTS)[number]

export type AddressLinkProps = {
  /** Id of the monitored address; `undefined` where it is not known, which makes no link. */
  readonly id: string | undefined
  /** Default: the whole address. */
  readonly explained?: AddressPart
  /** Opens the source's case. */
  readonly source?: string
  readonly children: ReactNode
}

const withoutLink = (link: AddressLinkProps): ReactNode => link.children

/** Renders links to addresses (P-ADDRESS-5). Default: none, like in a portal. */
export const AddressLinkContext = createContext(withoutLink)

export type Rows = {
  readonly rows: readonly { readonly id: string; readonly source?: string | undefined }[]
  readonly before: number
  /** The rows of all pages. */
  readonly all: number
}

/** Rows of the surrounding list. Default: no list. */
export const RowsContext = createContext<Rows | undefined>(undefined)

export const useHasAddressPages = (): boolean => useContext(AddressLinkContext) !== withoutLink

/** Renders the way to the list of all addresses, by their number. Default: none, as in a portal. */
export const ListLinkContext = createContext((_all: number): ReactNode => null)

/** A total of all addresses: of now, of the end of a day (`YYYY-MM-DD`), or the open part (P-CASE-8). */
export type Total = { readonly part: AddressPart; readonly of?: 'now' | 'open' | { readonly day: string } }

export const TotalLinkContext = createContext((_total: Total, content: ReactNode): ReactNode => content)

/** Opens the sources of a text. Default: plain text, like in a portal. */
export const SourcesContext = createContext((text: string): ReactNode => text)

/** For controls that cannot be links. Default: none, like in a portal. */
export const OpenTotalContext = createContext<((total: Total) => void) | undefined>(undefined)

export const IncidentLinkContext = createContext((_id: string, _source: string): ReactNode => null)

/** The way to notify the people of cases. Default: none, like in a portal. */
export const NoticeContext = createContext((_cases: readonly NoticedCase[]): ReactNode => null)

export const ProveContext = createContext((_email: string): ReactNode => null)

/** Plain where there is no address page. */
export const AddressLink = (link: AddressLinkProps): ReactNode => {
  const render = useContext(AddressLinkContext)
  return link.id === undefined ? link.children : render(link)
}
