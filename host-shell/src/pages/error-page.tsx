import { Link, useRouteError } from '@atalaia/react/router'
import { Button } from '@atalaia/ui'
import { useEffect } from 'react'
import { consoleLogger } from '../platform/logger.ts'
import { LonePage, WaitingButton, WaitingLonePage } from './lone-page.tsx'

const TITLE = 'Algo deu errado'
const TEXT = 'Não foi possível mostrar esta página. Nada do que você salvou se perdeu; tente de novo em instantes.'
const RETRY = 'Tentar novamente'
const HOME = 'Página principal'

/** Page at /error, and the error boundary of all routes (P-ROUTE-3). */
export const ErrorPage = () => {
  const thrown = useRouteError()
  useEffect(() => {
    if (thrown !== undefined && thrown !== null) consoleLogger.error('shell: render', thrown)
  }, [thrown])
  return (
    <LonePage lit={false}>
      <h1 className="shell-lone-title">{TITLE}</h1>
      <p className="shell-lone-text">{TEXT}</p>
      <div className="shell-lone-links">
        <Button variant="primary" onClick={() => location.reload()}>
          {RETRY}
        </Button>
        <Link to="/">{HOME}</Link>
      </div>
    </LonePage>
  )
}

export const WaitingErrorPage = () => (
  <WaitingLonePage lit={false}>
    <p className="shell-lone-title">{TITLE}</p>
    <p className="shell-lone-text">{TEXT}</p>
    <div className="shell-lone-links">
      <WaitingButton>{RETRY}</WaitingButton>
      <span className="shell-waiting-link">{HOME}</span>
    </div>
  </WaitingLonePage>
)
