import type { Descriptor } from '@atalaia/contracts'
import { reasonOf, RemoteError } from '@atalaia/kernel'
import { useRevalidator, useRouteError } from '@atalaia/react/router'
import { Button, ErrorState } from '@atalaia/ui'
import { useEffect } from 'react'
import { consoleLogger } from '../start/logger.ts'

/** The place of a part that is broken: says so, and tries again for real. The rest of the page goes on. */
export const RemoteFailure = ({ descriptor, title }: { descriptor: Descriptor; title: string }) => {
  const thrown = useRouteError()
  const { revalidate, state } = useRevalidator()
  const busy = state !== 'idle'

  useEffect(() => {
    // What failed on the way up was logged by the kernel when it happened.
    if (thrown instanceof RemoteError && thrown.phase !== 'chunk') return
    const error = thrown instanceof RemoteError ? thrown : new RemoteError(descriptor, 'render', reasonOf(thrown))
    consoleLogger.error(error.message)
  }, [thrown, descriptor])

  return (
    <div className="shell-failure">
      <ErrorState title={`Não foi possível abrir ${title}`}>
        <p>Esta parte não respondeu como devia. O resto do painel continua funcionando.</p>
        <div className="shell-failure-actions">
          <Button busy={busy} busyLabel="Tentando…" onClick={() => void revalidate()}>
            Tentar novamente
          </Button>
          <Button variant="secondary" onClick={() => location.reload()}>
            Recarregar a página
          </Button>
        </div>
      </ErrorState>
    </div>
  )
}
