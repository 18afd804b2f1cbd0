import { Button } from '@atalaia/ui'
import { OverlayTrigger, Tooltip } from 'react-bootstrap'
import { useOverlayContainer } from '../../../kit/overlay-container.ts'

export const title = 'Dicas, dos quatro lados'

const sides = [
  { placement: 'top', label: 'Em cima' },
  { placement: 'right', label: 'À direita' },
  { placement: 'bottom', label: 'Embaixo' },
  { placement: 'left', label: 'À esquerda' },
] as const

export const Example = () => {
  const container = useOverlayContainer()
  return (
    <div className="kit-row">
      {sides.map(({ placement, label }) => (
        <OverlayTrigger
          key={placement}
          placement={placement}
          container={container}
          overlay={<Tooltip id={`kit-tip-${placement}`}>Atualizado todo dia às 3h</Tooltip>}
        >
          <Button>{label}</Button>
        </OverlayTrigger>
      ))}
    </div>
  )
}
