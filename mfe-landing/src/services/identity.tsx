import { Glyph } from '../art/glyph.tsx'
import './identity.css'

/** P-LANDING-7 */
const kinds = [
  ['mail', 'E-mails vazados', 'Endereços da empresa em listas de vazamento.'],
  ['phone', 'Telefones', 'Números de quem trabalha com você, expostos.'],
  ['document', 'CPFs', 'Documentos que abrem contas em nome de outra pessoa.'],
  ['key', 'Credenciais', 'Pares de usuário e senha, com a origem de cada um.'],
  ['mask', 'Perfis falsos', 'Contas que se passam pela marca ou por quem a dirige.'],
  ['domain', 'Domínios maliciosos', 'Endereços parecidos com o seu, feitos para enganar.'],
] as const

export const Identity = () => (
  <article className="landing-service">
    <div className="landing-head">
      <h3>Proteção de identidade</h3>
      <p className="landing-muted">
        A senha é só uma parte. Seis tipos de exposição permitem que alguém se passe por uma pessoa ou pela própria
        empresa.
      </p>
    </div>
    <ul className="landing-service__view landing-identity__kinds">
      {kinds.map(([glyph, kind, what]) => (
        <li key={kind}>
          <Glyph name={glyph} />
          <strong>{kind}</strong>
          <p>{what}</p>
        </li>
      ))}
    </ul>
  </article>
)
