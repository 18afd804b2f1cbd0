import { useUiText } from '../language/ui-language.ts'
import { Button } from './button.tsx'

export type ChartView = 'plot' | 'table'

export interface ChartViewButtonProps {
  view: ChartView
  onView: (view: ChartView) => void
}

/** The button that switches a chart between its drawing and the table of its numbers. */
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
