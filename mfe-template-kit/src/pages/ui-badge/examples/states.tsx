import type { Tone } from '../tag.tsx'

export const title = 'Situação, com ponto e palavra'
export const wide = true

const services: readonly { name: string; tone: Tone; state: string }[] = [
  { name: 'Leitura das fontes', tone: 'success', state: 'Em dia' },
  { name: 'Envio de emails', tone: 'warning', state: 'Lento' },
  { name: 'Relatórios em PDF', tone: 'danger', state: 'Parado' },
  { name: 'Integração antiga', tone: 'neutral', state: 'Desligada' },
]

export const Example = () => (
  <dl className="kit-states">
    {services.map(({ name, tone, state }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={`kit-dot kit-tag--${tone}`}>{state}</dd>
      </div>
    ))}
  </dl>
)
