import type { RemoteModule } from '@atalaia/react'
import type { ComponentType } from 'react'
import type { createPage, PageParts } from './screen/create-page.tsx'
import { createDashboard } from './state/dashboard.ts'
import { todayStoreOf } from './state/today-store.ts'

const loadAddress = () => import(/* webpackChunkName: "route-address" */ './address-page.tsx')
const loadAddresses = () => import(/* webpackChunkName: "route-addresses" */ './addresses-page.tsx')

const loadCases = () => import(/* webpackChunkName: "route-cases" */ './cases-page.tsx')
const loadDomains = () => import(/* webpackChunkName: "route-domains" */ './domains-page.tsx')
const loadReports = () => import(/* webpackChunkName: "route-reports" */ './reports-page.tsx')
const loadAlerts = () => import(/* webpackChunkName: "route-alerts" */ './alerts-page.tsx')
const loadIncidents = () => import(/* webpackChunkName: "route-incidents" */ './incidents-page.tsx')
const loadIncident = () => import(/* webpackChunkName: "route-incident" */ './incident-page.tsx')

export const activate: RemoteModule['activate'] = (context) => {
  const { http, logger, remote } = context
  if (!http) throw new Error(`${remote.name} ${remote.version}: activate: the context has no HTTP client`)
  const today = todayStoreOf(http)
  const dashboard = createDashboard(context, http, (seer) => void today.load(seer))
  const parts: PageParts = { dashboard, http, logger, loadDrawer: loadAddress, loadList: loadAddresses, loadCases }
  let page: ComponentType | undefined
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
    { id: 'cases', lazy: () => pageOf(loadCases()) },
    {
      id: 'address',
      lazy: () => {
        // Opened directly; over a page of ours, that one has what it needs.
        if (!page) dashboard.loadAhead()
        return pageOf(loadAddress())
      },
    },
    { id: 'domains', lazy: loadDomains },
    { id: 'reports', lazy: loadReports },
    { id: 'alerts', lazy: loadAlerts },
    { id: 'incidents', lazy: loadIncidents },
    { id: 'incident', lazy: loadIncident },
  ]
}
