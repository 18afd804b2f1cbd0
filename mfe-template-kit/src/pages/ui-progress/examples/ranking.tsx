import { BarRow } from '@atalaia/ui'

export const title = 'Em uma lista por tamanho'

const sources = [
  { label: 'Fórum aberto', value: 1284 },
  { label: 'Mercado fechado', value: 312 },
  { label: 'Arquivo enviado', value: 48 },
]

export const Example = () => (
  <ol className="ui-bar-list">
    {sources.map(({ label, value }) => (
      <BarRow key={label} label={label} value={value} max={1284} />
    ))}
    <BarRow label="Senhas em claro" value={17} max={1284} tone="password" />
  </ol>
)
