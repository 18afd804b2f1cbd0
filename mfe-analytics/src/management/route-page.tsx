import { useRemoteContext, useSession } from '@atalaia/react'
import type { ComponentType } from 'react'
import { DraftsContext, useSessionDrafts } from '../session/drafts.ts'
import { seerOf } from '../session/seer-of.ts'
import type { CallParts } from './call-parts.ts'

export const RoutePage = ({ screen: Screen }: { readonly screen: ComponentType<CallParts> }) => {
  const { http, logger } = useRemoteContext()
  const seer = seerOf(useSession())
  const drafts = useSessionDrafts()
  if (!http || seer === undefined) return null
  return (
    <DraftsContext value={drafts}>
      <Screen key={seer} http={http} logger={logger} />
    </DraftsContext>
  )
}
