import { Compliance } from './compliance.tsx'
import { Identity } from './identity.tsx'
import { WebMonitoring } from './web-monitoring.tsx'
import './services.css'

/** P-LANDING-5 */
export const Services = ({ brand }: { brand: string }) => (
  <section id="servicos" className="landing-section" aria-labelledby="landing-servicos">
    <h2 id="landing-servicos">{`O que o ${brand} vigia`}</h2>
    <WebMonitoring />
    <Identity />
    <Compliance brand={brand} />
  </section>
)
