import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import type { ReactNode } from 'react'
import { Brand } from '../frame/auth-frame.tsx'
import '../frame/auth.css'
import './legal.css'

type LegalPageProps = {
  readonly title: string
  /** The address at which the operator has its own text, in whose place this page leads there. Default: none. */
  readonly elsewhere?: string | null | undefined
  readonly children: ReactNode
}

/** A public text page with links to its siblings (P-LEGAL-1). */
export const LegalPage = ({ title, elsewhere, children }: LegalPageProps) => {
  const { config } = useRemoteContext()
  return (
    <div className="legal-page">
      <Link className="auth-brand" to="/">
        <Brand name={config.brand} />
      </Link>
      <main id="conteudo" tabIndex={-1}>
        <h1>{title}</h1>
        {elsewhere ? (
          <p>
            O texto em vigor está em <a href={elsewhere}>{elsewhere}</a>.
          </p>
        ) : (
          children
        )}
      </main>
      <nav aria-label="Páginas legais">
        <Link to={PRODUCT_ROUTES.terms}>Termos de uso</Link>
        <Link to={PRODUCT_ROUTES.privacy}>Política de privacidade</Link>
        <Link to={PRODUCT_ROUTES.contact}>Fale com a gente</Link>
      </nav>
    </div>
  )
}
