import { useUiText } from '../language/ui-language.ts'
import { Button } from './button.tsx'

export type ChartView = 'plot' | 'table'

export interface ChartViewButtonProps {
  view: ChartView
  onView: (view: ChartView) => void
}

/** Switches a chart between drawing and table. */
export const ChartViewButton = ({ view, onView }: ChartViewButtonProps) => {
  const text = useUiText()
  return (
    <Button
      variant="ghost"
      size="small"
      icon={view === 'plot' ? 'table' : 'trend'}
      onClick={() => onView(view === 'plot' ? 'table' : 'plot')}
    >
      {text(view === 'plot' ? 'asTable' : 'asPlot')}
    </Button>
  )
}
