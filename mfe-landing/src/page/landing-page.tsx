// First, so that the sections' own rules come after the page's.
import './page.css'
import type { MouseEventHandler } from 'react'
import { About } from '../about/about.tsx'
import { Closing } from '../closing/closing.tsx'
import { Footer } from '../footer/footer.tsx'
import { Hero } from '../hero/hero.tsx'
import { Product } from '../product/product.tsx'
import { Services } from '../services/services.tsx'
import { TopBar } from '../top-bar/top-bar.tsx'

export type LandingPageProps = {
  readonly brand: string
  /** Goes to the page of a link without loading the document anew; without it, the links are plain ones. */
  readonly onFollow?: MouseEventHandler<HTMLAnchorElement>
}

/** The whole public page. Pure: it is rendered at build time too, where there is no window. */
export const LandingPage = ({ brand, onFollow }: LandingPageProps) => (
  <div className="landing">
    <a className="landing-skip" href="#conteudo">
      Ir para o conteúdo
    </a>
    <TopBar brand={brand} onFollow={onFollow} />
    <main id="conteudo" className="landing-main" tabIndex={-1}>
      <Hero brand={brand} onFollow={onFollow} />
      <Product />
      <Services brand={brand} />
      <About brand={brand} />
      <Closing onFollow={onFollow} />
    </main>
    <Footer brand={brand} onFollow={onFollow} />
  </div>
)
