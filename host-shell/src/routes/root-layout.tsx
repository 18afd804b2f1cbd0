import { Outlet, ScrollRestoration } from '@atalaia/react/router'
import { AfterMount } from '../overlays/after-mount.tsx'
import { DeveloperTools } from '../developer/developer-tools.tsx'
import { Notices } from '../live/notices.tsx'
import { NavigationProgress } from '../overlays/navigation-progress.tsx'
import { Toasts } from '../overlays/toasts.tsx'
import { usePageChange } from './use-page-change.ts'

/** Around every page. It adds nothing to the document at first, so that prerendered pages hydrate as they are. */
export const RootLayout = () => {
  usePageChange()
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <AfterMount>
        <NavigationProgress />
        <Toasts />
        <Notices />
        <DeveloperTools />
      </AfterMount>
    </>
  )
}
