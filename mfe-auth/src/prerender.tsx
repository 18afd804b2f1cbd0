import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Brand, REGISTER_LEAD, REGISTER_TITLE } from './frame/auth-frame.tsx'
import { TowerBackdrop } from './frame/tower-backdrop.tsx'

type WaitingPageProps = {
  readonly title: string
  readonly lead: string
  readonly labels: readonly string[]
  /** Between the form and the last sentence. */
  readonly children?: ReactNode
  readonly question: string
  readonly link: string
}

/**
 * Words and blocks until the code arrives (P-LOGIN-13, P-REGISTER-13): nothing moves later. No
 * heading, link or field, because nothing works yet.
 */
const WaitingPage = ({ title, lead, labels, children, question, link }: WaitingPageProps) => (
  <div className="auth-page" data-waiting="whole">
    <TowerBackdrop />
    <main className="auth-column" aria-busy="true">
      <div className="auth-brand">
        <Brand name="%BRAND%" />
      </div>
      <div className="auth-card">
        <p className="auth-title">{title}</p>
        <p className="auth-lead">{lead}</p>
        <div className="auth-form">
          {labels.map((label) => (
            <WaitingField key={label} label={label} />
          ))}
          <div className="btn ui-button ui-button--block auth-waiting-button" aria-hidden="true">
            &nbsp;
          </div>
        </div>
        {children}
        <p className="auth-switch">
          <span>{question}</span> <span className="auth-waiting-link">{link}</span>
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

/** Reserves the room of unconfigured providers. */
const WaitingProviders = () => (
  <div className="auth-social">
    <p className="auth-or">ou continue com</p>
    <div className="auth-providers" aria-hidden="true">
      <div className="auth-provider" />
      <div className="auth-provider" />
    </div>
    <p className="auth-reason" aria-hidden="true">
      &nbsp;
      <br />
      &nbsp;
    </p>
  </div>
)

/** The gateway replaces `%BRAND%` when it serves the pages. */
export const prerender = () => ({
  login: {
    html: renderToStaticMarkup(
      <WaitingPage
        title="%BRAND% Login"
        lead="Use seu email para acessar."
        labels={['Usuário', 'Senha']}
        question="Não tem cadastro? Registre-se!"
        link="Solicite acesso"
      >
        <div className="auth-social">
          <p className="auth-or">ou</p>
          <div className="btn ui-button ui-button--block auth-waiting-button" aria-hidden="true">
            &nbsp;
          </div>
        </div>
        <p className="auth-switch">
          <span className="auth-waiting-link">Esqueci minha senha</span>
        </p>
      </WaitingPage>,
    ),
  },
  register: {
    html: renderToStaticMarkup(
      <WaitingPage
        title={REGISTER_TITLE}
        lead={REGISTER_LEAD}
        labels={['Email', 'Password', 'Confirm Password']}
        question="Já tem cadastro?"
        link="Faça login"
      >
        <p className="auth-agreement">
          Ao criar a conta você concorda com os <span className="auth-waiting-text">Termos</span> e a{' '}
          <span className="auth-waiting-text">Política de Privacidade</span>.
        </p>
        <WaitingProviders />
      </WaitingPage>,
    ),
  },
})
