import type { Today } from '@atalaia/contracts/today'
import { useRemoteContext, useSession } from '@atalaia/react'
import { useEffect, useSyncExternalStore } from 'react'
import { seerOf } from '../session/seer-of.ts'
import { todayStoreOf } from './today-store.ts'

const NEVER = () => () => {}

/** Today's tasks of the person. `loads`: loads them on mount; the dashboard loads them itself. */
export const useToday = ({ loads }: { readonly loads: boolean }): Today | null | undefined => {
  const { http } = useRemoteContext()
  const seer = seerOf(useSession())
  const store = http && todayStoreOf(http)
  useEffect(() => {
    if (loads) void store?.load(seer)
  }, [loads, store, seer])
  return useSyncExternalStore(store?.subscribe ?? NEVER, () => store?.of(seer))
}
