import { Button } from '@atalaia/ui'
import { OverlayTrigger, Popover } from 'react-bootstrap'
import { useOverlayContainer } from '../../../kit/overlay-container.ts'

export const title = 'Com título, ao clicar'

export const Example = () => {
  const container = useOverlayContainer()
  return (
    <div className="kit-row">
      <OverlayTrigger
        trigger="click"
        placement="bottom"
        rootClose
        container={container}
        overlay={
          <Popover id="kit-popover">
            <Popover.Header as="h3">Como contamos</Popover.Header>
            <Popover.Body>
              Cada par de endereço e fonte conta uma vez, mesmo que apareça em vários arquivos.
            </Popover.Body>
          </Popover>
        }
      >
        <Button icon="info">Como contamos</Button>
      </OverlayTrigger>
    </div>
  )
}
