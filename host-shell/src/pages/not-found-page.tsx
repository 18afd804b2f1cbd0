import { Link } from '@atalaia/react/router'
import { Button, TextField } from '@atalaia/ui'
import { LonePage } from './lone-page.tsx'

/** The page of any unknown path (P-ROUTE-4). Its search box does nothing (P-ROUTE-5). */
export const NotFoundPage = () => (
  <LonePage>
    <p className="shell-lone-code">404</p>
    <h1 className="shell-lone-title">Oops, it seems this page does not exist.</h1>
    <p className="shell-lone-text">O endereço pode ter mudado ou nunca ter existido.</p>
    <search>
      <form className="shell-lone-search" onSubmit={(event) => event.preventDefault()}>
        <TextField label="Buscar" type="search" name="q" autoComplete="off" />
        <Button type="submit" icon="search">
          Buscar
        </Button>
      </form>
    </search>
    <nav className="shell-lone-links" aria-label="Continuar">
      <Link className="btn btn-primary" to="/app/dashboard/visits">
        Ir para o painel
      </Link>
      <Link to="/">Página principal</Link>
    </nav>
  </LonePage>
)
