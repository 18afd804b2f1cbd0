import { Button } from '@atalaia/ui'
import { OverlayTrigger, Popover } from 'react-bootstrap'
import { useOverlayContainer } from '../../../kit/overlay-container.ts'

export const title = 'Com título, ao apontar ou focar'

export const Example = () => (
  <div className="kit-row">
    <OverlayTrigger
      trigger={['hover', 'focus']}
      placement="bottom"
      container={useOverlayContainer()}
      overlay={
        <Popover id="kit-popover-hover">
          <Popover.Header as="h3">Fórum aberto</Popover.Header>
          <Popover.Body>Lido todo dia às 3h. Última leitura: hoje, 312 linhas.</Popover.Body>
        </Popover>
      }
    >
      <Button icon="database">Fórum aberto</Button>
    </OverlayTrigger>
  </div>
)
