import { useUser } from '@atalaia/react'
import { Provider } from '@atalaia/react/redux'
import { useLayoutEffect } from 'react'
import type { Dashboard } from '../state/dashboard.ts'
import { AnalyticsScreen, type ScreenProps } from './analytics-screen.tsx'

/** The screen over `dashboard`; it loads whenever it is opened, and anew for whoever signs in meanwhile. */
export const createScreen = (dashboard: Dashboard) => {
  const Screen = ({ parts, titled }: ScreenProps) => {
    const email = useUser()?.email
    // Before the first paint: nothing must look failed that was not asked for yet.
    useLayoutEffect(() => dashboard.open(), [email])
    return (
      <Provider store={dashboard.store}>
        <AnalyticsScreen
          parts={parts}
          titled={titled}
          onReload={() => void dashboard.reload()}
          onAdd={dashboard.addEmail}
        />
      </Provider>
    )
  }
  return Screen
}
