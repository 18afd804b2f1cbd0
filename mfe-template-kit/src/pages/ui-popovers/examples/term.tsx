import { OverlayTrigger, Tooltip } from 'react-bootstrap'
import { useOverlayContainer } from '../../../kit/overlay-container.ts'

export const title = 'Em uma palavra do texto'

export const Example = () => (
  <p>
    O arquivo veio de um{' '}
    <OverlayTrigger
      placement="top"
      container={useOverlayContainer()}
      overlay={<Tooltip id="kit-tip-term">Programa que copia senhas guardadas no navegador</Tooltip>}
    >
      <button type="button" className="kit-term">
        infostealer
      </button>
    </OverlayTrigger>{' '}
    e traz 1.284 pares de endereço e senha.
  </p>
)
