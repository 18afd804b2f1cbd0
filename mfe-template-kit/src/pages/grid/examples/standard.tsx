import { formatNumber, Widget } from '@atalaia/ui'
import { figures } from '../samples.ts'
import { useRefresh } from '../use-refresh.ts'

export const title = 'Padrão'

export const Example = () => {
  const { content, status, refresh } = useRefresh(figures)
  return (
    <Widget title={title} status={status} onReload={refresh}>
      <p className="ui-figure kit-grid__figure">{formatNumber(content.value)}</p>
      <p className="kit-note">{content.note}</p>
    </Widget>
  )
}
