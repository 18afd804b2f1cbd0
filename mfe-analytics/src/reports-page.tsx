// The chunk of the route of reports.
import { RoutePage } from './management/route-page.tsx'
import { ReportsScreen } from './reports/reports-screen.tsx'

export const Component = () => <RoutePage screen={ReportsScreen} />
