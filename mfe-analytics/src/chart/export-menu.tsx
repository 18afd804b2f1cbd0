import { Icon, Menu } from '@atalaia/ui'
import { chartCsv, saveText } from './chart-csv.ts'
import type { ChartWindow } from './chart-points.ts'

/** Files of the chart, all made in the browser; what draws pictures is fetched when one is asked for. */
export const ExportMenu = ({ window }: { window: ChartWindow }) => {
  const picture = (type: 'image/png' | 'image/svg+xml') => async () => {
    const { savePicture } = await import(/* webpackChunkName: "chart-export" */ './save-picture.ts')
    await savePicture(window, type)
  }
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
          onSelect: () => saveText(chartCsv(window.points), 'vazamentos-ultimos-3-meses.csv', 'text/csv'),
        },
      ]}
    />
  )
}
