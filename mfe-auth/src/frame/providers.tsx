import { QUERY_PARAMETERS, type PublicConfig } from '@atalaia/contracts'
import { useSearchParams } from '@atalaia/react/router'
import type { ReactNode } from 'react'

/** `address` is `null` for an unavailable provider, whose button explains why. */
export type ShownProvider = { readonly name: string; readonly address: string | null }

/** Google and Microsoft always, a further provider where configured. */
export const providersOf = ({ signIn }: Pick<PublicConfig, 'signIn'>): readonly ShownProvider[] => [
  { name: 'Google', address: signIn.google },
  { name: 'Microsoft', address: signIn.microsoft },
  ...(signIn.other ? [{ name: signIn.other.title, address: signIn.other.address }] : []),
]

export const Providers = ({ children, note }: { readonly children: ReactNode; readonly note?: ReactNode }) => (
  <div className="auth-social">
    <p className="auth-or">ou continue com</p>
    <div className="auth-providers">{children}</div>
    {note}
  </div>
)

/** Within this origin, the link carries the page that the person wanted. */
export const ProviderLink = ({ name, address }: { readonly name: string; readonly address: string }) => {
  const [search] = useSearchParams()
  const next = search.get(QUERY_PARAMETERS.next)
  const isOurs = address.startsWith('/') && next !== null && next !== ''
  return (
    <a
      className="auth-provider"
      href={isOurs ? `${address}?${new URLSearchParams({ [QUERY_PARAMETERS.next]: next })}` : address}
    >
      <ProviderMark name={name} />
      {name}
    </a>
  )
}

const MARKS: Readonly<Record<string, string>> = {
  Google: 'M13.6 4.2A6.25 6.25 0 1 0 14.25 8H8.2',
  Microsoft: 'M2 2h5.2v5.2H2zM8.8 2H14v5.2H8.8zM2 8.8h5.2V14H2zM8.8 8.8H14V14H8.8z',
}
const KEY = 'M9.5 6.5a3.5 3.5 0 1 1-2-3.2 3.5 3.5 0 0 1 2 3.2zM8.7 8.7 14 14M11.5 11.5l1.5-1.5'

export const ProviderMark = ({ name }: { readonly name: string }) => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <path d={MARKS[name] ?? KEY} />
  </svg>
)
