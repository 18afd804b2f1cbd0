import { Icon, Menu } from '@atalaia/ui'
import { useLanguage } from '../language/use-language.ts'
import { saveText } from '../controls/save-file.ts'
import { chartCsv } from './chart-csv.ts'
import type { ChartWindow } from './chart-points.ts'

/**
 * Saves the chart as a file (P-DASH-19). The browser makes all files; code for pictures loads on
 * demand.
 */
export const ExportMenu = ({ window }: { window: ChartWindow }) => {
  const language = useLanguage()
  const { t } = language
  const picture = (type: 'image/png' | 'image/svg+xml') => async () => {
    const { savePicture } = await import(/* webpackChunkName: "on-demand" */ './save-picture.ts')
    await savePicture(window, type, language)
  }
  return (
    <Menu
      label={t('export.label')}
      trigger={
        <>
          <Icon name="download" />
          {t('export.button')}
          <Icon name="chevron-down" />
        </>
      }
      items={[
        { kind: 'action', id: 'png', label: t('export.png'), icon: 'download', onSelect: picture('image/png') },
        { kind: 'action', id: 'svg', label: t('export.svg'), icon: 'download', onSelect: picture('image/svg+xml') },
        {
          kind: 'action',
          id: 'csv',
          label: t('export.csv'),
          icon: 'table',
          onSelect: () =>
            saveText(
              chartCsv(window.points, language),
              `${t('export.file', { months: window.months })}.csv`,
              'text/csv',
            ),
        },
      ]}
    />
  )
}
