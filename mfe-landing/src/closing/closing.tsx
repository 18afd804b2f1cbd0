import type { PageProps } from '../page-props.ts'
import './closing.css'

/** P-LANDING-14 */
export const Closing = ({ onFollow }: Pick<PageProps, 'onFollow'>) => (
  <section className="landing-section" aria-labelledby="landing-comece">
    <div className="landing-closing">
      <svg
        className="landing-art landing-closing__light"
        viewBox="0 0 1200 420"
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
        focusable="false"
      >
        <defs>
          <linearGradient id="landing-close" gradientUnits="userSpaceOnUse" x1="1150" y1="-20" x2="250" y2="330">
            <stop className="landing-night__beam-near" offset="0" />
            <stop className="landing-night__beam-mid" offset="0.42" />
            <stop className="landing-night__beam-far" offset="1" />
          </linearGradient>
        </defs>
        <path fill="url(#landing-close)" d="M1160 -20L-60 160V440H420Z" />
      </svg>
      <h2 id="landing-comece">Comece por um e-mail.</h2>
      <p className="landing-lead">
        Crie a conta da sua organização e adicione um endereço. O painel mostra também os vazamentos já conhecidos.
      </p>
      <p className="landing-closing__actions">
        <a className="landing-action" href="/register" onClick={onFollow}>
          Começar a monitorar
        </a>
        <span>
          Já tem conta?{' '}
          <a href="/login" onClick={onFollow}>
            Entre aqui
          </a>
        </span>
      </p>
    </div>
  </section>
)
