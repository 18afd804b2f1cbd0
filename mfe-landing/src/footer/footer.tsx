import { BrandMark } from '@atalaia/ui'
import type { PageProps } from '../page-props.ts'
import './footer.css'

/** The foot of the page: the brand, and links to sections, login, registration, legal texts and contact (P-LANDING-9). */
export const Footer = ({ brand, onFollow }: PageProps) => (
  <footer className="landing-footer">
    <div className="landing-footer__inner">
      <div>
        <p className="landing-footer__brand">
          <BrandMark size={24} />
          {brand}
        </p>
        <p className="landing-muted">Cibersegurança e proteção de dados.</p>
      </div>
      <nav aria-label="Rodapé">
        <ul>
          <li>
            <a href="#produto">Produto</a>
          </li>
          <li>
            <a href="#servicos">Serviços</a>
          </li>
          <li>
            <a href="#sobre">{`Sobre o ${brand}`}</a>
          </li>
          <li>
            <a href="/login" onClick={onFollow}>
              Login
            </a>
          </li>
          <li>
            <a href="/register" onClick={onFollow}>
              Criar conta
            </a>
          </li>
          <li>
            <a href="/privacidade" onClick={onFollow}>
              Privacidade
            </a>
          </li>
          <li>
            <a href="/termos" onClick={onFollow}>
              Termos
            </a>
          </li>
          <li>
            <a href="/contato" onClick={onFollow}>
              Fale com a gente
            </a>
          </li>
        </ul>
      </nav>
    </div>
  </footer>
)
