import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from '@atalaia/react/router'
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { DeveloperTools } from '../developer/developer-tools.tsx'
import { Notices } from '../notices/notices.tsx'
import { useShell } from '../platform/shell-context.ts'

/** Adds nothing at first, so that prerendered pages hydrate. */
export const RootLayout = () => {
  usePageChange()
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <AfterMount>
        <NavigationProgress />
        <Notices />
        <DeveloperTools />
      </AfterMount>
    </>
  )
}

const titleOf = (handle: unknown): string | undefined =>
  typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'string'
    ? handle.title
    : undefined

/**
 * Sets the title (P-ROUTE-12). Moves the focus to another page's content, unless the focused
 * element is still there (P-ROUTE-13).
 */
const usePageChange = (): void => {
  const { brand } = useShell().release.config
  const { pathname } = useLocation()
  const title = titleOf(useMatches().at(-1)?.handle)
  const shown = useRef(pathname)

  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand
  }, [title, brand])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const content = document.getElementById('conteudo') ?? document.querySelector('main')
    const { activeElement } = document
    // What a page opens over itself has an address of its own, and gives the focus back where it was.
    const isPageKept = activeElement !== content && content?.contains(activeElement)
    if (!isPageKept) content?.focus({ preventScroll: true })
  }, [pathname])
}

const never = () => () => {}

/** Renders after hydration: prerendered HTML lacks the children. */
const AfterMount = ({ children }: { children: ReactNode }) => {
  const mounted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return mounted ? children : null
}

/** Invisible for the first 150 ms. */
const NavigationProgress = () => {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div className="shell-progress" role="progressbar" aria-label="Carregando página" />
}
