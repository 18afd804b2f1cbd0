import { BrandMark } from '@atalaia/ui'
import type { LandingPageProps } from '../page/landing-page.tsx'
import { useBarState } from './use-bar-state.ts'
import './top-bar.css'

export const TopBar = ({ brand, onFollow }: LandingPageProps) => (
  <header className={`landing-bar landing-bar--${useBarState()}`}>
    <div className="landing-bar__inner">
      <a className="landing-bar__brand" href="#conteudo" aria-label={`${brand}: início da página`}>
        <BrandMark size={28} />
        <span className="landing-bar__name">{brand}</span>
      </a>
      <nav className="landing-bar__links" aria-label="Principal">
        <a href="#produto">Produto</a>
        <a href="#sobre">{`Sobre o ${brand}`}</a>
        <a className="landing-bar__login" href="/login" onClick={onFollow}>
          Login
        </a>
      </nav>
    </div>
  </header>
)
