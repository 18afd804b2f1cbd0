import type { Today } from '@atalaia/contracts/today'
import { useRemoteContext, useSession } from '@atalaia/react'
import { useEffect, useSyncExternalStore } from 'react'
import { seerOf } from '../session/seer-of.ts'
import { todayStoreOf } from './today-store.ts'

const NEVER = () => () => {}

/**
 * What is to be done today for whoever is signed in. `loads`: whether it is loaded when the component appears; the dashboard loads it with
 * its numbers.
 */
export const useToday = ({ loads }: { readonly loads: boolean }): Today | null | undefined => {
  const { http } = useRemoteContext()
  const seer = seerOf(useSession())
  const store = http && todayStoreOf(http)
  useEffect(() => {
    if (loads) void store?.load(seer)
  }, [loads, store, seer])
  return useSyncExternalStore(store?.subscribe ?? NEVER, () => store?.of(seer))
}
