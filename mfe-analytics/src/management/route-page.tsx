import { useRemoteContext, useSession } from '@atalaia/react'
import type { ComponentType } from 'react'
import { seerOf } from '../session/seer-of.ts'
import type { CallParts } from './call-parts.ts'

/** The page of a route over the remote's context, begun anew for another person or organisation. */
export const RoutePage = ({ screen: Screen }: { readonly screen: ComponentType<CallParts> }) => {
  const { http, logger } = useRemoteContext()
  const seer = seerOf(useSession())
  return http && seer !== undefined ? <Screen key={seer} http={http} logger={logger} /> : null
}
