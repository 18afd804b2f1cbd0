/** Types for hosts of `mfe_analytics/dashboard` by Module Federation. */
export type { DashboardContext, DashboardModule, MountedDashboard } from '../../contracts/src/embed.ts'
