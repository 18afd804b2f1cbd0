// First, so that the sections' own rules come after the page's.
import './page.css'
import { About } from '../about/about.tsx'
import { Closing } from '../closing/closing.tsx'
import { Footer } from '../footer/footer.tsx'
import { Hero } from '../hero/hero.tsx'
import type { PageProps } from '../page-props.ts'
import { Product } from '../product/product.tsx'
import { Services } from '../services/services.tsx'
import { TopBar } from '../top-bar/top-bar.tsx'

/** Uses no browser API while rendering: the build prerenders it. */
export const LandingPage = ({ brand, onFollow }: PageProps) => (
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
