import type { ComponentType } from 'react'

type Page = { readonly Component: ComponentType }

/** Each route of the descriptor, by its id, with the chunk of its own that draws it. */
export const pages: Readonly<Record<string, () => Promise<Page>>> = {
  profile: () => import(/* webpackChunkName: "route-profile" */ './pages/profile/page.tsx'),
  'tables-dynamic': () =>
    import(/* webpackChunkName: "route-tables-dynamic" */ './pages/tables-dynamic/page.tsx'),
}
