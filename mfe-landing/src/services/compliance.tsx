import { Imprint } from '../art/imprint.tsx'
import './compliance.css'

const facts = [
  ['Relatório por endereço', 'O que vazou, onde, quando e o que fazer, em PDF, para o registro do incidente.'],
  ['Só os seus dados', 'Cada organização vê apenas o que é dela.'],
  ['Nenhuma senha em texto', 'Nem no banco de dados, nem nos registros do sistema.'],
] as const

export const Compliance = ({ brand }: { brand: string }) => (
  <article className="landing-service">
    <div className="landing-head">
      <h3>Conformidade com a LGPD</h3>
      <p className="landing-muted">
        Quando um incidente pode trazer risco ou dano relevante, a LGPD (art. 48) manda avisar a ANPD e as pessoas
        atingidas; a Resolução CD/ANPD nº 15/2024 fixa o prazo geral de três dias úteis.{' '}
        {`O ${brand} reúne os fatos; avaliar e comunicar continua com a sua organização.`}
      </p>
    </div>
    <div className="landing-service__view landing-compliance">
      <figure className="landing-compliance__view">
        <Imprint />
        <figcaption>
          Da senha fica só uma impressão digital, feita com uma chave que mora fora do banco de dados.
        </figcaption>
      </figure>
      <ul className="landing-compliance__facts">
        {facts.map(([fact, why]) => (
          <li key={fact}>
            <strong>{fact}</strong>
            <span>{why}</span>
          </li>
        ))}
      </ul>
    </div>
  </article>
)
