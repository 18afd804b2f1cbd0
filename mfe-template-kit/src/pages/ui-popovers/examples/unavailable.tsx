import { Button } from '@atalaia/ui'
import { OverlayTrigger, Tooltip } from 'react-bootstrap'
import { useOverlayContainer } from '../../../kit/overlay-container.ts'

export const title = 'O porquê de uma ação indisponível'

export const Example = () => (
  <div className="kit-row">
    <OverlayTrigger
      placement="bottom"
      container={useOverlayContainer()}
      overlay={<Tooltip id="kit-tip-unavailable">Há uma leitura em andamento</Tooltip>}
    >
      {/* `aria-disabled`, not `disabled`: the reason is reached by keyboard. */}
      <Button icon="trash" aria-disabled>
        Limpar a fila
      </Button>
    </OverlayTrigger>
  </div>
)
