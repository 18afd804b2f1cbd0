/** Types for hosts that load `mfe_analytics/dashboard` by Module Federation. */
export type { DashboardContext, DashboardModule, MountedDashboard } from '../../shared/contracts/src/embed.ts'
