// The chunk of the route of domains.
import { DomainsScreen } from './domains/domains-screen.tsx'
import { RoutePage } from './management/route-page.tsx'

export const Component = () => <RoutePage screen={DomainsScreen} />
