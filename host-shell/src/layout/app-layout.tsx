import { Outlet } from '@atalaia/react/router'
import { useSyncExternalStore } from 'react'
import { useSessionState, useShell } from '../platform/shell-context.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { SkipLink } from './skip-link.tsx'
import { Sidebar } from './sidebar.tsx'

/** The layout of everything under /app. Without a session there is nothing to see: the guards lead to /login. */
export const AppLayout = () => {
  const { kernel, release } = useShell()
  const sidebar = useSyncExternalStore(kernel.subscribe, () => kernel.sidebar)
  const session = useSessionState()
  if (session.status !== 'active') return null
  return (
    <div className="shell-layout">
      <SkipLink />
      <Header user={session.user} />
      <Sidebar entries={sidebar.filter(({ demo }) => !demo || release.config.showDemo)} brand={release.config.brand} />
      <main className="shell-content" id="conteudo" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer brand={release.config.brand} />
    </div>
  )
}
