import { Button } from '@atalaia/ui'
import { OverlayTrigger, Popover } from 'react-bootstrap'
import { useOverlayContainer } from '../../../kit/overlay-container.ts'

export const title = 'Ao clicar, dos quatro lados'

const sides = [
  { placement: 'top', label: 'Acima' },
  { placement: 'right', label: 'Direita' },
  { placement: 'bottom', label: 'Abaixo' },
  { placement: 'left', label: 'Esquerda' },
] as const

export const Example = () => {
  const container = useOverlayContainer()
  return (
    <div className="kit-row">
      {sides.map(({ placement, label }) => (
        <OverlayTrigger
          key={placement}
          trigger="click"
          placement={placement}
          rootClose
          container={container}
          overlay={
            <Popover id={`kit-popover-${placement}`}>
              <Popover.Body>Onde não cabe, passa para o outro lado.</Popover.Body>
            </Popover>
          }
        >
          <Button>{label}</Button>
        </OverlayTrigger>
      ))}
    </div>
  )
}
