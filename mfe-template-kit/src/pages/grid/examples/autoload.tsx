import { BarRow, Button, Skeleton, Widget } from '@atalaia/ui'
import { loads } from '../samples.ts'
import { useAutoload } from '../use-autoload.ts'
import { useRefresh } from '../use-refresh.ts'

export const title = 'Carga automática'

const names = ['Armazém do norte', 'Armazém do centro', 'Armazém do sul'] as const

export const Example = () => {
  const { content, status, refresh } = useRefresh(loads)
  const { frame, running, toggle } = useAutoload(refresh)
  return (
    <div ref={frame}>
      <Widget title={title} status={status} onReload={refresh} skeleton={<Skeleton lines={3} />}>
        <ul className="ui-bar-list">
          {names.map((name, index) => (
            <BarRow key={name} label={name} value={content[index] ?? 0} max={100} />
          ))}
        </ul>
      </Widget>
      <Button className="kit-grid__pause" variant="ghost" size="small" onClick={toggle}>
        {running ? 'Pausar a carga' : 'Continuar a carga'}
      </Button>
    </div>
  )
}
