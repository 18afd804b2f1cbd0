import { IconButton, type IconName } from '@atalaia/ui'
import { OverlayTrigger, Tooltip } from 'react-bootstrap'
import { useOverlayContainer } from '../../../kit/overlay-container.ts'

export const title = 'Em botões de ícone'

const actions: readonly { icon: IconName; label: string; tip: string }[] = [
  { icon: 'refresh', label: 'Ler de novo', tip: 'Leva cerca de um minuto' },
  { icon: 'download', label: 'Baixar', tip: 'CSV, com todas as colunas' },
  { icon: 'settings', label: 'Ajustes', tip: 'Só para administradores' },
]

export const Example = () => {
  const container = useOverlayContainer()
  return (
    <div className="kit-row">
      {actions.map(({ icon, label, tip }) => (
        <OverlayTrigger
          key={icon}
          placement="top"
          container={container}
          overlay={<Tooltip id={`kit-tip-${icon}`}>{tip}</Tooltip>}
        >
          {/* Without its own tooltip, the button's name is read first and the tip after it. */}
          <IconButton icon={icon} label={label} title="" />
        </OverlayTrigger>
      ))}
    </div>
  )
}
