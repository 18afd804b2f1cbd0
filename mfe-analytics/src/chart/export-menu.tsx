import { Icon, Menu } from '@atalaia/ui'
import type { Chart, ExportingMimeTypeValue } from 'highcharts'
import { chartCsv, saveText } from './chart-csv.ts'
import type { ChartPoint } from './chart-points.ts'

/** Files of the chart, all made in the browser. */
export const ExportMenu = ({ chart, points }: { chart: () => Chart | null; points: readonly ChartPoint[] }) => {
  const picture = (type: ExportingMimeTypeValue) => () => void chart()?.exporting?.exportChart({ type, local: true })
  return (
    <Menu
      label="Exportar gráfico"
      trigger={
        <>
          <Icon name="download" />
          Exportar
          <Icon name="chevron-down" />
        </>
      }
      items={[
        { kind: 'action', id: 'png', label: 'Imagem PNG', icon: 'download', onSelect: picture('image/png') },
        { kind: 'action', id: 'svg', label: 'Imagem SVG', icon: 'download', onSelect: picture('image/svg+xml') },
        {
          kind: 'action',
          id: 'csv',
          label: 'Planilha CSV',
          icon: 'table',
          onSelect: () => saveText(chartCsv(points), 'vazamentos-ultimos-3-meses.csv', 'text/csv'),
        },
      ]}
    />
  )
}
