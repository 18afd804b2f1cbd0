import type { RemoteModule } from '@atalaia/react'
import type { ComponentType } from 'react'
import type { createPage, PageParts } from './screen/create-page.tsx'
import { createDashboard } from './state/dashboard.ts'

const loadAddress = () => import(/* webpackChunkName: "route-address" */ './address-page.tsx')
const loadAddresses = () => import(/* webpackChunkName: "route-addresses" */ './addresses-page.tsx')

export const activate: RemoteModule['activate'] = (context) => {
  const { http, logger, remote } = context
  if (!http) throw new Error(`${remote.name} ${remote.version}: activate: the context has no HTTP client`)
  const dashboard = createDashboard(context, http)
  const parts: PageParts = { dashboard, http, logger, loadDrawer: loadAddress, loadList: loadAddresses }
  let page: ComponentType | undefined
  /** One component for all routes: a navigation between them leaves what lies below as it is. */
  const pageOf = async (loading: Promise<{ readonly createPage: typeof createPage }>) => {
    const loaded = await loading
    page ??= loaded.createPage(parts)
    return { Component: page }
  }
  return [
    {
      id: 'analytics',
      lazy: () => {
        dashboard.loadAhead()
        return pageOf(import(/* webpackChunkName: "route-analytics" */ './screen/create-page.tsx'))
      },
    },
    { id: 'addresses', lazy: () => pageOf(loadAddresses()) },
    {
      id: 'address',
      lazy: () => {
        // Opened directly; over a page of ours, that one has what it needs.
        if (!page) dashboard.loadAhead()
        return pageOf(loadAddress())
      },
    },
  ]
}
