import { START_FAILURE_ELEMENT_ID, STORAGE_KEYS, WAITING_ATTRIBUTE, WAITING_WHOLE } from '@atalaia/contracts'
import { Provider } from '@atalaia/react/redux'
import { RouterProvider } from '@atalaia/react/router'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { browserStorage, canStore, nextTask, onSchemeChange, prefersLight } from '../platform/browser.ts'
import { showLateFont } from '../platform/late-font.ts'
import { followDrafts } from '../platform/follow-drafts.ts'
import { followPushes } from '../platform/follow-pushes.ts'
import { ShellContext, type Platform } from '../platform/shell-context.ts'
import { followToasts } from '../notices/toasts.tsx'
import { followSession } from '../routes/follow-session.ts'
import { followIntent } from '../routes/follow-intent.ts'
import { openFirst } from '../routes/open-part.ts'
import { createShellRouter, followRoutes, type ShellRouter } from '../routes/router.tsx'
import { createShellStore } from '../store/store.ts'
import { applyTheme, choiceOf, followScheme } from '../store/theme.ts'
import { reportLateErrors } from './start-kernel.ts'
import { showStartFailure } from './show-start-failure.ts'
import { startReporting } from './start-reporting.ts'

/**
 * Each step in a task, so that the page answers in between. Hydrates a prerendered page unchanged
 * (M-RELEASE-10).
 */
export const startShell = async (page: Document, starting: Promise<Platform>): Promise<void> => {
  const root = page.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  // The shell's modules have just run, in the same task.
  await nextTask()
  const platform = await starting
  const { bus, kernel, session } = platform
  if (askAgainWithSession(platform)) return
  reportLateErrors(platform)
  const store = createShellStore(choiceOf(browserStorage.read(STORAGE_KEYS.theme)), prefersLight())
  applyTheme(store, bus, browserStorage)
  followScheme(store, prefersLight, onSchemeChange)
  followToasts(bus, session)
  // Once the shell has the theme for it, and hears its toasts.
  const first = openFirst(platform, location.pathname)
  await nextTask()

  const wait = root.querySelector(`[${WAITING_ATTRIBUTE}]`)?.getAttribute(WAITING_ATTRIBUTE)
  const waiting = wait !== undefined
  const prerendered = root.childElementCount > 0 && !waiting && session.state().status !== 'active'
  if (prerendered) await untilIdleOrTouched(page)
  const router = createShellRouter(kernel, session.state, first)
  followSession(bus, router)
  if (!canStore())
    void import(/* webpackChunkName: "signed-in" */ '../routes/tell-refused-storage.ts').then((told) =>
      told.tellRefusedStorage(bus, router),
    )
  followPushes(bus, browserStorage)
  followDrafts(bus)
  followRoutes(router, kernel, session.state)
  followIntent(page, kernel)
  startReporting(platform.release, platform.reporter, () => routeOf(router))
  showLateFont(page)
  // React has emptied the page by then.
  const onUncaughtError = (error: unknown) => showStartFailure(page, error)
  const app = (
    <ShellContext value={platform}>
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </ShellContext>
  )
  if (!prerendered) {
    await nextTask()
    // From here on the shell itself says what fails, and no remote that hangs counts as its own late start (M-FAIL-23).
    page.getElementById(START_FAILURE_ELEMENT_ID)?.remove()
    // The page's own words stand: nothing but the page itself takes their place.
    if (wait === WAITING_WHOLE) await untilInitialized(router)
    // The waiting page stays until React's first commit replaces it.
    if (!waiting) root.replaceChildren()
    // In slices, between which the page answers; the frame of the page stands already.
    startTransition(() => createRoot(root, { onUncaughtError }).render(app))
    return
  }
  await untilInitialized(router)
  // A remote that failed must not take away HTML that already reads well.
  if (router.state.errors !== null) return
  if (isAsRendered(router, kernel)) hydrateRoot(root, app, { onUncaughtError })
  else createRoot(root, { onUncaughtError }).render(app)
}

/**
 * Reloads for foreign code without the session: the gateway then asks the person (M-OVERRIDE-8).
 * True: already at the start.
 */
const askAgainWithSession = ({ release, bus, session, page }: Platform): boolean => {
  if (release.remotes.every(({ override, trusted }) => override === undefined || trusted !== false)) return false
  bus.subscribe('session:changed', ({ status }) => {
    if (status === 'active') page.reload()
  })
  return session.state().status === 'active'
}

const TOUCH_EVENTS = ['pointerdown', 'keydown', 'touchstart', 'focusin'] as const

const untilIdleOrTouched = (page: Document): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      for (const touch of TOUCH_EVENTS) page.removeEventListener(touch, done, true)
      resolve()
    }
    for (const touch of TOUCH_EVENTS) page.addEventListener(touch, done, { capture: true, passive: true })
    if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: 4_000 })
    else setTimeout(done, 200)
  })

const untilInitialized = (router: ShellRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })

/** False for a fallback version: the HTML is the release's. */
const isAsRendered = (router: ShellRouter, { routes }: Platform['kernel']): boolean => {
  const shown = router.state.matches.at(-1)?.route.id
  const state = routes.find(({ key }) => key === shown)?.remote.state()
  return state?.status !== 'ready' || state.running.source === 'release'
}

/** Without personal parts of the address. */
const routeOf = (router: ShellRouter): string => router.state.matches.at(-1)?.route.path ?? '*'
