import { Button } from './button.tsx'

export type ChartView = 'plot' | 'table'

export interface ChartViewButtonProps {
  view: ChartView
  onView: (view: ChartView) => void
}

/** The button that switches a chart between its drawing and the table of its numbers. */
export const ChartViewButton = ({ view, onView }: ChartViewButtonProps) => (
  <Button
    variant="ghost"
    size="small"
    icon={view === 'plot' ? 'table' : 'trend'}
    onClick={() => onView(view === 'plot' ? 'table' : 'plot')}
  >
    {view === 'plot' ? 'Ver como tabela' : 'Ver como gráfico'}
  </Button>
)
