import { isAppPath, redirectOf, type Bus, type SessionEnd } from '@atalaia/contracts'
import type { ShellRouter } from './router.tsx'
import { destination, loginPath } from './session-guard.ts'

const farewells: Partial<Record<SessionEnd, string>> = {
  expired: 'Sua sessão expirou. Entre novamente para continuar.',
  unauthorized: 'Sua sessão não é mais válida. Entre novamente para continuar.',
}

/** Navigates when the session changes: into the app after a login, to /login after the session's end. */
export const followSession = (bus: Bus, router: ShellRouter): void => {
  let first = true
  bus.subscribe('session:changed', (session) => {
    // The replayed state is where the page starts; the guards act on it.
    if (first) return void (first = false)
    const { pathname, search, hash } = router.state.location
    if (session.status === 'active') {
      if (redirectOf({ path: pathname, access: 'public', signedIn: true }) === 'home')
        void router.navigate(destination(search), { replace: true })
      return
    }
    if (!isAppPath(pathname)) return
    const text = farewells[session.reason]
    if (text) bus.publish('toast:requested', { kind: 'warning', text })
    void router.navigate(text ? loginPath(`${pathname}${search}${hash}`) : loginPath(), { replace: true })
  })
}
