// The chunk of the route of alerts.
import { AlertsScreen } from './alerts/alerts-screen.tsx'
import { RoutePage } from './management/route-page.tsx'

export const Component = () => <RoutePage screen={AlertsScreen} />
