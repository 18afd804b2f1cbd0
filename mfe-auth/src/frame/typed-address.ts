import { useLocation } from '@atalaia/react/router'

/** The state of a navigation that carries an e-mail address on; no address of a page has it (P-LOGIN-14). */
export type TypedAddress = {
  readonly email: string
  readonly isNew?: boolean
}

export const useTypedAddress = (): TypedAddress | undefined => {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('email' in state) || typeof state.email !== 'string')
    return undefined
  return { email: state.email, isNew: 'isNew' in state && state.isNew === true }
}
