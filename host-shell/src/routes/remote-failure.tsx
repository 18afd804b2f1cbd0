import type { RemoteRoute } from '@atalaia/contracts'
import { RemoteError, tracePage, type Remote } from '@atalaia/kernel'
import { useLocation, useNavigate, useNavigation, useRouteError, type RouteObject } from '@atalaia/react/router'
import { Button, ErrorState } from '@atalaia/ui'
import { useCallback, useEffect, useState } from 'react'
import { ContentSkeleton } from '../layout/waiting.tsx'
import { OverrideReset } from '../notices/overrides.tsx'
import { useShell } from '../platform/shell-context.ts'
import { consoleLogger } from '../platform/logger.ts'

/**
 * Panel with a button that loads the route again (P-ERROR-3). After a rendering error, waits for
 * the fallback version and reopens (M-FALLBACK-12).
 */
export const RemoteFailure = ({ remote, route }: { remote: Remote<RouteObject>; route: RemoteRoute }) => {
  const thrown = useRouteError()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const [outcome, setOutcome] = useState<{ readonly thrown: unknown; readonly replaced: boolean }>()
  const inRelease = useShell().release.remotes.filter(({ descriptor }) => descriptor.name === remote.name)
  const busy = useNavigation().state !== 'idle'
  // Going to where one is runs the loader again, and a new location is what lets the router's boundary forget an
  // error of rendering: a revalidation that ends at once would go unnoticed by it.
  const openAgain = useCallback(
    () => navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true }),
    [navigate, pathname, search, hash],
  )

  useEffect(() => {
    // What failed on the way up was logged by the kernel when it happened.
    if (thrown instanceof RemoteError && thrown.phase !== 'chunk') return undefined
    consoleLogger.error(RemoteError.of(thrown, runningDescriptor(remote), 'render').message)
    if (thrown instanceof RemoteError) return undefined
    let left = false
    void remote.crashed(route, thrown).then((replaced) => {
      if (!left) setOutcome({ thrown, replaced })
    })
    return () => {
      left = true
    }
  }, [thrown, remote, route])

  const known = outcome?.thrown === thrown ? outcome : undefined
  const replaced = known?.replaced === true
  const waits = !(thrown instanceof RemoteError) && (known === undefined || replaced)
  useEffect(() => {
    if (replaced) void openAgain()
  }, [replaced, openAgain])

  if (waits) return route.access === 'session' && <ContentSkeleton title={route.title} />

  return (
    <div className="shell-failure">
      <ErrorState title={`Não foi possível abrir ${route.title}`} code={tracePage()}>
        <p>Esta parte não respondeu como devia. O resto do painel continua funcionando.</p>
        {remote.override !== undefined && <p>{`Ela está em teste e vem de ${remote.override}.`}</p>}
        <div className="shell-failure-actions">
          <Button variant="primary" busy={busy} busyLabel="Tentando…" onClick={() => void openAgain()}>
            Tentar novamente
          </Button>
          <Button variant="secondary" onClick={() => location.reload()}>
            Recarregar a página
          </Button>
          {remote.override !== undefined && <OverrideReset remotes={inRelease} />}
        </div>
      </ErrorState>
    </div>
  )
}

const runningDescriptor = (remote: Remote<RouteObject>) => {
  const state = remote.state()
  return state.status === 'ready' ? state.running.descriptor : remote.descriptor
}
