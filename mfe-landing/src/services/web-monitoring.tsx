import { Depths } from '../art/depths.tsx'
import './web-monitoring.css'

/** P-LANDING-6 */
const layers = [
  ['Superfície', 'O que um buscador encontra: sites, redes sociais, textos publicados.'],
  ['Web profunda', 'O que o buscador não alcança: fóruns fechados, áreas com cadastro, bases expostas.'],
  ['Dark web', 'O que só se abre por redes como a Tor: mercados e listas de credenciais.'],
] as const

export const WebMonitoring = () => (
  <article className="landing-service">
    <div className="landing-head">
      <h3>Monitoramento da web</h3>
      <p className="landing-muted">
        Um vazamento raramente aparece onde todos olham. A busca desce as três camadas da web atrás de dados ligados à
        sua empresa.
      </p>
    </div>
    <div className="landing-service__view landing-web">
      <Depths />
      <dl>
        {layers.map(([layer, what]) => (
          <div key={layer}>
            <dt>{layer}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  </article>
)
