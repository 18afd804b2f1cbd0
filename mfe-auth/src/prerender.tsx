import { renderToStaticMarkup } from 'react-dom/server'
import { Brand, LOGIN_LEAD } from './frame/auth-frame.tsx'
import { TowerBackdrop } from './frame/tower-backdrop.tsx'

/**
 * The login page until its code is there (P-LOGIN-13): its words, and blocks in the place of its fields, so that nothing
 * moves when they appear. It has neither heading, link nor field, because nothing works yet.
 */
const WaitingLogin = () => (
  <div className="auth-page" data-waiting="whole">
    <TowerBackdrop />
    <main className="auth-column" aria-busy="true">
      <div className="auth-brand">
        <Brand name="%BRAND%" />
      </div>
      <div className="auth-card">
        <p className="auth-title">%BRAND% Login</p>
        <p className="auth-lead">{LOGIN_LEAD}</p>
        <div className="auth-form">
          <WaitingField label="Usuário" />
          <WaitingField label="Senha" />
          <div className="btn ui-button ui-button--block auth-waiting-button" aria-hidden="true">
            &nbsp;
          </div>
        </div>
        <p className="auth-switch">
          <span>Não tem cadastro? Registre-se!</span> <span className="auth-waiting-link">Solicite acesso</span>
        </p>
      </div>
    </main>
  </div>
)

const WaitingField = ({ label }: { readonly label: string }) => (
  <div className="ui-field">
    <span className="form-label">{label}</span>
    <div className="form-control" aria-hidden="true">
      &nbsp;
    </div>
    <p className="ui-field__error" />
  </div>
)

/** Renders the page at build time. The gateway replaces `%BRAND%` when it serves the page. */
export const prerender = () => ({ login: { html: renderToStaticMarkup(<WaitingLogin />) } })
