import type { DashboardModule } from '@atalaia/embed/federation'
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { gateway } from './gateway.ts'

/** Keeps no failure, so callers can try again. */
export const loadDashboard = async (): Promise<DashboardModule> => {
  const entry = `${gateway}/embed/mfe-analytics/stable/remoteEntry.mjs`
  registerRemotes([{ name: 'mfe_analytics', type: 'module', entry }], { force: true })
  const module = await loadRemote<DashboardModule>('mfe_analytics/dashboard')
  if (!module) throw new Error(`${entry}: it has no ./dashboard`)
  return module
}
