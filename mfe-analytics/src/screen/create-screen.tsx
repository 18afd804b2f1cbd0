import { useUser } from '@atalaia/react'
import { useLayoutEffect } from 'react'
import { DashboardProvider } from '../state/dashboard-context.tsx'
import type { Dashboard } from '../state/dashboard.ts'
import { AnalyticsScreen, type ScreenProps } from './analytics-screen.tsx'

/** The screen over `dashboard`. It loads whenever it is opened, and again for whoever signs in meanwhile. */
export const createScreen = (dashboard: Dashboard) => {
  const Screen = (props: ScreenProps) => {
    const email = useUser()?.email
    // Before the first paint: nothing must look failed that was not asked for yet.
    useLayoutEffect(() => dashboard.open(), [email])
    return (
      <DashboardProvider dashboard={dashboard}>
        <AnalyticsScreen {...props} />
      </DashboardProvider>
    )
  }
  return Screen
}
