import { useSession } from '@atalaia/react'
import { useLayoutEffect } from 'react'
import { DashboardProvider } from '../state/dashboard-context.tsx'
import type { Dashboard } from '../state/dashboard.ts'
import { seerOf } from '../session/seer-of.ts'
import { AnalyticsScreen, type ScreenProps } from './analytics-screen.tsx'

/** Loads at each opening, and for each new sign-in. */
export const createScreen = (dashboard: Dashboard) => {
  const Screen = (props: ScreenProps) => {
    const seer = seerOf(useSession())
    // Before the first paint: nothing must look failed that was not asked for yet.
    useLayoutEffect(() => dashboard.open(), [seer])
    return (
      <DashboardProvider dashboard={dashboard}>
        <AnalyticsScreen {...props} />
      </DashboardProvider>
    )
  }
  return Screen
}
