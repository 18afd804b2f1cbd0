import { BrandMark } from '@atalaia/ui'
import { useSyncExternalStore } from 'react'
import type { PageProps } from '../page-props.ts'
import './top-bar.css'

/** P-LANDING-2 */
export const TopBar = ({ brand, onFollow }: PageProps) => (
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

const subscribe = (changed: () => void) => {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}

/** `still` until the scroll position is known, and always without scripts. */
type BarState = 'still' | 'tall' | 'small'

const read = (): BarState => (window.scrollY > 0 ? 'small' : 'tall')
const still = (): BarState => 'still'

/** Small while scrolled above position 0 (P-LANDING-3). */
const useBarState = (): BarState => useSyncExternalStore(subscribe, read, still)
