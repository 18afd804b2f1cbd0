import { NightScene } from '../art/night-scene.tsx'
import type { PageProps } from '../page-props.ts'
import './hero.css'

/** P-LANDING-1 P-LANDING-4 */
export const Hero = ({ brand, onFollow }: PageProps) => (
  <section className="landing-hero" aria-labelledby="landing-titulo">
    <div className="landing-hero__text">
      <p className="landing-hero__kind">Cibersegurança e proteção de dados com inteligência artificial</p>
      <h1 id="landing-titulo">Saiba quais contas da sua empresa vazaram.</h1>
      <p className="landing-lead">
        {`O ${brand} procura os e-mails da sua organização em vazamentos da web e mostra o que apareceu, onde, quando e o que fazer.`}
      </p>
      <p className="landing-hero__action">
        <a className="landing-action" href="/register" onClick={onFollow}>
          Começar a monitorar
        </a>
      </p>
    </div>
    {/* After the text: a page that comes slowly does not push the drawing down. */}
    <NightScene className="landing-hero__scene" />
  </section>
)
