import { Icon, Menu } from '@atalaia/ui'
import { chartCsv, saveText } from './chart-csv.ts'
import type { ChartWindow } from './chart-points.ts'
import { PERIOD_TEXTS } from './period.ts'

/** The menu that saves the chart as a file. All files are made in the browser; the code for pictures loads on demand. */
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
          onSelect: () => saveText(chartCsv(window.points), `${PERIOD_TEXTS[window.months].fileName}.csv`, 'text/csv'),
        },
      ]}
    />
  )
}
