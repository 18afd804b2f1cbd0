// The chunk of the route of one incident.
import { IncidentScreen } from './incidents/incident-screen.tsx'
import { RoutePage } from './management/route-page.tsx'

export const Component = () => <RoutePage screen={IncidentScreen} />
