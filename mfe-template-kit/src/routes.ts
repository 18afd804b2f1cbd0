import type { ComponentType } from 'react'

type Page = { readonly Component: ComponentType }

/** P-KIT-1 */
export const pages: Readonly<Record<string, () => Promise<Page>>> = {
  'maps-amcharts': () => import(/* webpackChunkName: "route-maps-amcharts" */ './pages/maps-amcharts/page.tsx'),
  'maps-google': () => import(/* webpackChunkName: "route-maps-google" */ './pages/maps-google/page.tsx'),
  grid: () => import(/* webpackChunkName: "route-grid" */ './pages/grid/page.tsx'),
  'charts-overview': () => import(/* webpackChunkName: "route-charts-overview" */ './pages/charts-overview/page.tsx'),
  'charts-apex': () => import(/* webpackChunkName: "route-charts-apex" */ './pages/charts-apex/page.tsx'),
  'charts-echarts': () => import(/* webpackChunkName: "route-charts-echarts" */ './pages/charts-echarts/page.tsx'),
  'charts-highcharts': () =>
    import(/* webpackChunkName: "route-charts-highcharts" */ './pages/charts-highcharts/page.tsx'),
  'forms-elements': () => import(/* webpackChunkName: "route-forms-elements" */ './pages/forms-elements/page.tsx'),
  'forms-validation': () =>
    import(/* webpackChunkName: "route-forms-validation" */ './pages/forms-validation/page.tsx'),
  'forms-wizard': () => import(/* webpackChunkName: "route-forms-wizard" */ './pages/forms-wizard/page.tsx'),
  profile: () => import(/* webpackChunkName: "route-profile" */ './pages/profile/page.tsx'),
  'tables-basic': () => import(/* webpackChunkName: "route-tables-basic" */ './pages/tables-basic/page.tsx'),
  'tables-dynamic': () => import(/* webpackChunkName: "route-tables-dynamic" */ './pages/tables-dynamic/page.tsx'),
  'ui-alerts': () => import(/* webpackChunkName: "route-ui-alerts" */ './pages/ui-alerts/page.tsx'),
  'ui-badge': () => import(/* webpackChunkName: "route-ui-badge" */ './pages/ui-badge/page.tsx'),
  'ui-buttons': () => import(/* webpackChunkName: "route-ui-buttons" */ './pages/ui-buttons/page.tsx'),
  'ui-card': () => import(/* webpackChunkName: "route-ui-card" */ './pages/ui-card/page.tsx'),
  'ui-carousel': () => import(/* webpackChunkName: "route-ui-carousel" */ './pages/ui-carousel/page.tsx'),
  'ui-catalog': () => import(/* webpackChunkName: "route-ui-catalog" */ './pages/ui-catalog/page.tsx'),
  'ui-icons': () => import(/* webpackChunkName: "route-ui-icons" */ './pages/ui-icons/page.tsx'),
  'ui-jumbotron': () => import(/* webpackChunkName: "route-ui-jumbotron" */ './pages/ui-jumbotron/page.tsx'),
  'ui-list-groups': () => import(/* webpackChunkName: "route-ui-list-groups" */ './pages/ui-list-groups/page.tsx'),
  'ui-modal': () => import(/* webpackChunkName: "route-ui-modal" */ './pages/ui-modal/page.tsx'),
  'ui-nav': () => import(/* webpackChunkName: "route-ui-nav" */ './pages/ui-nav/page.tsx'),
  'ui-navbar': () => import(/* webpackChunkName: "route-ui-navbar" */ './pages/ui-navbar/page.tsx'),
  'ui-notifications': () =>
    import(/* webpackChunkName: "route-ui-notifications" */ './pages/ui-notifications/page.tsx'),
  'ui-platform': () => import(/* webpackChunkName: "route-ui-platform" */ './pages/ui-platform/page.tsx'),
  'ui-popovers': () => import(/* webpackChunkName: "route-ui-popovers" */ './pages/ui-popovers/page.tsx'),
  'ui-progress': () => import(/* webpackChunkName: "route-ui-progress" */ './pages/ui-progress/page.tsx'),
  'ui-tabs': () => import(/* webpackChunkName: "route-ui-tabs" */ './pages/ui-tabs/page.tsx'),
}
