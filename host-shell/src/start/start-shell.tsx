import { Provider } from '@atalaia/react/redux'
import { RouterProvider } from '@atalaia/react/router'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { startReporting } from '../live/start-reporting.ts'
import { followSession } from '../routes/follow-session.ts'
import { createShellRouter, followRoutes, type ShellRouter } from '../routes/router.tsx'
import { ShellContext, type Platform } from '../platform/shell-context.ts'
import { applyTheme } from '../store/apply-theme.ts'
import { themeOf } from '../store/layout-slice.ts'
import { createShellStore } from '../store/store.ts'
import { browserStorage } from '../platform/browser.ts'
import { consoleLogger } from '../platform/logger.ts'
import { storageKeys } from '../platform/names.ts'
import { readRelease } from './read-release.ts'
import { reportLateErrors } from './report-late-errors.ts'
import { startKernel } from './start-kernel.ts'
import { untilIdleOrTouched } from './until-idle-or-touched.ts'

/** Starts the page: release → kernel → routes → React. A prerendered page is hydrated as it stands. */
export const startShell = async (page: Document): Promise<void> => {
  const root = page.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const platform = startKernel(readRelease(page))
  const { bus, kernel, session } = platform
  reportLateErrors(kernel, consoleLogger)
  const store = createShellStore(themeOf(browserStorage.read(storageKeys.theme)))
  applyTheme(store, bus, browserStorage)

  const waiting = root.querySelector('[data-waiting]') !== null
  const prerendered = root.childElementCount > 0 && !waiting && session.state().status !== 'active'
  if (prerendered) await untilIdleOrTouched(page)
  const router = createShellRouter(kernel, session.state)
  followSession(bus, router)
  followRoutes(router, kernel, session.state)
  startReporting(platform.release, platform.reporter, () => routeOf(router))
  const app = (
    <ShellContext value={platform}>
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </ShellContext>
  )
  if (!prerendered) {
    // What waits stays until React's first commit takes its place.
    if (!waiting) root.replaceChildren()
    createRoot(root).render(app)
    return
  }
  await untilInitialized(router)
  // A remote that did not come up must not take away what already reads well.
  if (router.state.errors !== null) return
  if (isAsRendered(router, kernel)) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

/** Is the page's code of the version whose HTML it came with? Where another one took its place, nothing fits. */
const isAsRendered = (router: ShellRouter, { routes }: Platform['kernel']): boolean => {
  const shown = router.state.matches.at(-1)?.route.id
  const state = routes.find(({ key }) => key === shown)?.remote.state()
  return state?.status !== 'ready' || state.running.source === 'release'
}

/** The path pattern of the page, without what is personal in an address. */
const routeOf = (router: ShellRouter): string => router.state.matches.at(-1)?.route.path ?? '*'

const untilInitialized = (router: ShellRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })
