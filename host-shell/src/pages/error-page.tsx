import { Link, useRouteError } from '@atalaia/react/router'
import { Button } from '@atalaia/ui'
import { useEffect } from 'react'
import { consoleLogger } from '../platform/logger.ts'
import { LonePage } from './lone-page.tsx'

/** The page at /error, and the error boundary around all routes. */
export const ErrorPage = () => {
  const thrown = useRouteError()
  useEffect(() => {
    if (thrown !== undefined && thrown !== null) consoleLogger.error('shell: render', thrown)
  }, [thrown])
  return (
    <LonePage lit={false}>
      <h1 className="shell-lone-title">Algo deu errado</h1>
      <p className="shell-lone-text">
        Não foi possível mostrar esta página. Nada do que você salvou se perdeu; tente de novo em instantes.
      </p>
      <div className="shell-lone-links">
        <Button variant="primary" onClick={() => location.reload()}>
          Tentar novamente
        </Button>
        <Link to="/">Página principal</Link>
      </div>
    </LonePage>
  )
}
