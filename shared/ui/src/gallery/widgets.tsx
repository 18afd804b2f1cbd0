import { Skeleton } from '../feedback/skeleton.tsx'
import { BarRow } from '../layout/bar-row.tsx'
import { WidgetBoard } from '../widgets/widget-board.tsx'
import { Widget } from '../widgets/widget.tsx'

const ignore = () => undefined

export const Widgets = () => (
  <WidgetBoard>
    <div className="ui-grid ui-grid--4 ui-grid--stretch">
      <Widget title="Pronto" onReload={ignore}>
        <span className="ui-figure">1.284</span>
      </Widget>
      <Widget title="Ranking" onReload={ignore}>
        <ul className="ui-bar-list">
          <BarRow label="ana@empresa.com.br" value={41} max={41} />
          <BarRow label="maria.aparecida.de.souza.albuquerque@filial.empresa.com.br" value={17} max={41} />
          <BarRow label="joao@empresa.com.br" value={9} max={41} tone="password" />
        </ul>
      </Widget>
      <Widget title="Carregando" status="loading" onReload={ignore} skeleton={<Skeleton lines={3} height={20} />}>
        …
      </Widget>
      <Widget title="Sem resposta" status="failed" onReload={ignore}>
        <span className="ui-figure">—</span>
      </Widget>
      <Widget title="Recolhido" initiallyCollapsed>
        …
      </Widget>
      <Widget title="Fixo" locked>
        Não fecha nem aumenta.
      </Widget>
    </div>
  </WidgetBoard>
)
