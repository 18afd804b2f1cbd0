import { Outlet } from '@atalaia/react/router'
import { useState, useSyncExternalStore, type MouseEvent } from 'react'
import { OrganisationLines } from '../notices/organisation-lines.tsx'
import { useSessionState, useShell } from '../platform/shell-context.ts'
import { Header } from './header.tsx'
import { Sidebar } from './sidebar.tsx'

/**
 * Kit entries only when turned on (P-HEADER-8, P-HEADER-11). Without a session, the guards redirect
 * to /login.
 */
export const AppLayout = () => {
  const { kernel, release } = useShell()
  const sidebar = useSyncExternalStore(kernel.subscribe, () => kernel.sidebar)
  const index = useSyncExternalStore(kernel.subscribe, () => kernel.index)
  const session = useSessionState()
  const [isOperator, setOperator] = useState(false)
  if (session.status !== 'active') return null
  return (
    <div className="shell-layout">
      <SkipLink />
      <Header user={session.user} isOperator={isOperator} />
      <Sidebar
        entries={sidebar.filter(({ demo }) => !demo || release.config.showDemo)}
        awaitsMore={index === 'awaited'}
        brand={release.config.brand}
      />
      <main className="shell-content" id="conteudo" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="shell-footer">{release.config.brand} · Security Dashboard</footer>
      <OrganisationLines onOperator={setOperator} />
    </div>
  )
}

/** First Tab stop (P-HEADER-10). */
const SkipLink = () => (
  <a className="shell-skip" href="#conteudo" onClick={focusContent}>
    Ir para o conteúdo
  </a>
)

const focusContent = (event: MouseEvent) => {
  // The address keeps no fragment: the content is no place to come back to.
  event.preventDefault()
  document.getElementById('conteudo')?.focus()
}
