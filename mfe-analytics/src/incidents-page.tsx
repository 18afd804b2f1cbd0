// The chunk of the route of the register of incidents.
import { IncidentsScreen } from './incidents/incidents-screen.tsx'
import { RoutePage } from './management/route-page.tsx'

export const Component = () => <RoutePage screen={IncidentsScreen} />
