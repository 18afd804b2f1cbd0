import { Link } from '@atalaia/react/router'
import { Button, TextField } from '@atalaia/ui'
import { LoneCard, LonePage, WaitingButton, WaitingLonePage } from './lone-page.tsx'

const TITLE = 'Oops, it seems this page does not exist.'
const TEXT = 'O endereço pode ter mudado ou nunca ter existido.'
const SEARCH = 'Buscar'
const DASHBOARD = 'Ir para o painel'
const HOME = 'Página principal'

/** The page of any unknown path (P-ROUTE-4). Its search box does nothing (P-ROUTE-5). */
export const NotFoundPage = () => (
  <LonePage>
    <Content />
  </LonePage>
)

/** The same for an unknown path under /app, in the layout of its pages (P-ROUTE-15). */
export const NotFoundInApp = () => (
  <LoneCard>
    <Content />
  </LoneCard>
)

/** P-ROUTE-6 */
const Content = () => (
  <>
    <p className="shell-lone-code">404</p>
    <h1 className="shell-lone-title">{TITLE}</h1>
    <p className="shell-lone-text">{TEXT}</p>
    <search>
      <form className="shell-lone-search" onSubmit={(event) => event.preventDefault()}>
        <TextField label={SEARCH} type="search" name="q" autoComplete="off" />
        <Button type="submit" icon="search">
          {SEARCH}
        </Button>
      </form>
    </search>
    <nav className="shell-lone-links" aria-label="Continuar">
      <Link className="btn btn-primary" to="/app/dashboard/visits">
        {DASHBOARD}
      </Link>
      <Link to="/">{HOME}</Link>
    </nav>
  </>
)

export const WaitingNotFoundPage = () => (
  <WaitingLonePage>
    <p className="shell-lone-code">404</p>
    <p className="shell-lone-title">{TITLE}</p>
    <p className="shell-lone-text">{TEXT}</p>
    <div className="shell-lone-search">
      <div className="ui-field">
        <span className="form-label">{SEARCH}</span>
        <div className="form-control" aria-hidden="true">
          &nbsp;
        </div>
        <p className="ui-field__error" />
      </div>
      <WaitingButton icon="search">{SEARCH}</WaitingButton>
    </div>
    <div className="shell-lone-links">
      <WaitingButton>{DASHBOARD}</WaitingButton>
      <span className="shell-waiting-link">{HOME}</span>
    </div>
  </WaitingLonePage>
)
