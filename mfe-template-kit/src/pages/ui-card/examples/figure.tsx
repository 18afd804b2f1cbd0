import { Card, formatNumber } from '@atalaia/ui'

export const title = 'Com um número'

export const Example = () => (
  <Card title="Endereços monitorados">
    <p className="kit-figure">{formatNumber(1284)}</p>
    <p className="kit-note">18 a mais que no mês passado</p>
  </Card>
)
