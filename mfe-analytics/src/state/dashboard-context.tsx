import { Provider } from '@atalaia/react/redux'
import { createContext, useContext, type ReactNode } from 'react'
import type { Dashboard } from './dashboard.ts'

const DashboardContext = createContext<Dashboard | undefined>(undefined)

export const DashboardProvider = ({ dashboard, children }: { dashboard: Dashboard; children: ReactNode }) => (
  <DashboardContext value={dashboard}>
    <Provider store={dashboard.store}>{children}</Provider>
  </DashboardContext>
)

/** Throws without a {@link DashboardProvider}. */
export const useDashboard = (): Dashboard => {
  const dashboard = useContext(DashboardContext)
  if (!dashboard) throw new Error('useDashboard: there is no DashboardProvider above')
  return dashboard
}
