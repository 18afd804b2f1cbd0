import { isAppPath, redirectOf, type Bus, type SessionEnd, type SessionState } from '@atalaia/contracts'
import type { ShellRouter } from './router.tsx'
import { loginPath } from '../platform/login-path.ts'
import { destination } from './session-guard.ts'

const farewells: Partial<Record<SessionEnd, string>> = {
  expired: 'Sua sessão expirou. Entre novamente para continuar.',
  unauthorized: 'Sua sessão não é mais válida. Entre novamente para continuar.',
}

/** After the end of a membership or support access (P-MEMBER-6). */
const tellOrganisation = (bus: Bus, before: SessionState, now: SessionState) => {
  if (before.status !== 'active' || now.status !== 'active' || before.user.email !== now.user.email) return
  const [left, entered] = [before.organisation, now.organisation]
  if (left && entered && left.id !== entered.id)
    bus.publish('toast:requested', {
      kind: 'info',
      text: `Você está agora em ${entered.name}, e não mais em ${left.name}.`,
    })
}

export const followSession = (bus: Bus, router: ShellRouter): void => {
  let last: SessionState | undefined
  bus.subscribe('session:changed', (session) => {
    const before = last
    last = session
    // The replayed state is where the page starts; the guards act on it.
    if (before === undefined) return
    tellOrganisation(bus, before, session)
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
