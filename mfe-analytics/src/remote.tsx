import type { RemoteModule } from '@atalaia/react'
import { createDashboard } from './state/dashboard.ts'

export const activate: RemoteModule['activate'] = (context) => {
  const { http, remote } = context
  if (!http) throw new Error(`${remote.name} ${remote.version}: activate: the context has no HTTP client`)
  const dashboard = createDashboard(context, http)
  return [
    {
      id: 'analytics',
      lazy: async () => {
        dashboard.loadAhead()
        const { createScreen } = await import(/* webpackChunkName: "route-analytics" */ './screen/create-screen.tsx')
        return { Component: createScreen(dashboard) }
      },
    },
  ]
}
