import { useLocation } from '@atalaia/react/router'

/** Secret of the opening link; '' for an impossible one. */
export const useLinkToken = (): string => {
  const { hash } = useLocation()
  const [, token = ''] = /^#([\w-]{43})$/.exec(hash) ?? []
  return token
}
