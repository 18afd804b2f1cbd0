import { useLocation } from '@atalaia/react/router'

/** The secret part of the link that opened the page. '' where it has none that could be one. */
export const useLinkToken = (): string => {
  const { hash } = useLocation()
  const [, token = ''] = /^#([\w-]{43})$/.exec(hash) ?? []
  return token
}
