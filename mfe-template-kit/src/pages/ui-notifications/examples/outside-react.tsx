import type { RemoteContext } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Button } from '@atalaia/ui'

export const title = 'Fora de um componente'

/** Code without React takes the bus as an argument: `activate` has it as `context.bus`. */
const reportOn = ({ bus, logger }: Pick<RemoteContext, 'bus' | 'logger'>, found: number) => {
  logger.info('analysis finished', { found })
  bus.publish('toast:requested', { kind: found > 0 ? 'warning' : 'success', text: `Endereços novos: ${found}.` })
}

export const Example = () => {
  const context = useRemoteContext()
  return (
    <div className="kit-row">
      <Button onClick={() => reportOn(context, 2)}>Achar dois</Button>
      <Button onClick={() => reportOn(context, 0)}>Não achar nenhum</Button>
    </div>
  )
}
