import { useRemoteContext, useUser } from '@atalaia/react'
import type { ComponentType } from 'react'
import type { CallParts } from './use-loaded.ts'

/** The page of a route over the remote's context, begun anew for another person. */
export const RoutePage = ({ screen: Screen }: { readonly screen: ComponentType<CallParts> }) => {
  const { http, logger } = useRemoteContext()
  const email = useUser()?.email
  return http && email !== undefined ? <Screen key={email} http={http} logger={logger} /> : null
}
