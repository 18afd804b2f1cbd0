import type { Language } from '../language/language.ts'
import type { AddressPart, Total } from '../links/address-link.tsx'
import type { Options } from './highcharts.ts'
import type { ChartPoint, ChartWindow } from './chart-points.ts'

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const PADDING_MS = 4 * 86_400_000

/** A ring leaves the second series' point of the same height visible (P-DASH-31). */
const RING = { symbol: 'circle', radius: 6, fillColor: 'transparent', lineWidth: 2, lineColor: 'var(--ui-password)' }

const passwordsAt = ({ day, passwords, leaks }: ChartPoint) => ({
  x: at(day),
  y: passwords,
  ...(passwords === leaks && { marker: RING }),
})

const muted = { color: 'var(--ui-text-muted)', fontSize: '12px' }

export type ChartOptions = {
  readonly still: boolean
  readonly language: Language
  /** Opens the rows behind a point. Default: nothing. */
  readonly onOpen?: ((total: Total) => void) | undefined
}

type PointClick = {
  readonly point: { readonly x: number; readonly y?: number | null }
  readonly pointerType?: string
}

/** A click opens rows. A tap shows the day's numbers; the table has the links. */
const opening = (part: AddressPart, onOpen: ChartOptions['onOpen']) =>
  onOpen && {
    cursor: 'pointer' as const,
    events: {
      click: ({ point: { x, y }, pointerType }: PointClick) => {
        if (y === 0 || pointerType === 'touch') return
        onOpen({ part, of: { day: new Date(x).toISOString().slice(0, 10) } })
      },
    },
  }

/** All colours are tokens (P-DASH-15): a change of theme needs no new drawing. */
export const chartOptions = (
  { from, to, points, begunOn }: ChartWindow,
  { still, language: { locale, t, number }, onOpen }: ChartOptions,
): Options => ({
  // Month and weekday names come from Intl in this language.
  lang: { locale },
  chart: {
    type: 'spline',
    animation: !still,
    backgroundColor: 'transparent',
    style: { fontFamily: 'inherit' },
    spacing: [0, 4, 8, 4],
  },
  // The gateway's policy allows no style element made by a script.
  palette: { injectCSS: false },
  time: { timezone: 'UTC' },
  title: { text: undefined },
  credits: { enabled: false },
  // The figure has its own label and table view.
  accessibility: { enabled: false },
  legend: {
    align: 'left',
    verticalAlign: 'top',
    x: -8,
    symbolWidth: 28,
    itemStyle: { ...muted, color: 'var(--ui-text)', fontWeight: '400' },
  },
  xAxis: {
    type: 'datetime',
    min: at(from),
    max: at(to) + (begunOn ? PADDING_MS : 0),
    lineColor: 'var(--ui-border)',
    tickColor: 'var(--ui-border)',
    labels: {
      style: muted,
      // The library's own begin with a capital: "Set. 2026" beside "24 ago.".
      formatter: ({ chart, dateTimeLabelFormat = '', value }) =>
        chart.time.dateFormat(dateTimeLabelFormat, Number(value)),
    },
    dateTimeLabelFormats: { day: t('chart.axisDay'), week: t('chart.axisDay'), month: t('chart.axisMonth') },
    crosshair: { color: 'var(--ui-border)' },
  },
  yAxis: {
    title: { text: undefined },
    min: 0,
    softMax: 4,
    allowDecimals: false,
    gridLineColor: 'var(--ui-chart-grid)',
    labels: { style: muted, formatter: ({ value }) => number(Number(value)) },
  },
  tooltip: {
    shared: true,
    xDateFormat: t('chart.fullDay'),
    // The library's own is smaller than 12 px.
    headerFormat: '{ucfirst point.key}<br/>',
    padding: 12,
    backgroundColor: 'var(--ui-surface-raised)',
    borderColor: 'var(--ui-border)',
    borderRadius: 8,
    shadow: false,
    style: { color: 'var(--ui-text)', fontSize: '13px' },
  },
  plotOptions: { series: { animation: still ? false : { duration: 200 }, lineWidth: 2, marker: { radius: 3 } } },
  series: [
    {
      type: 'spline',
      name: t('passwords'),
      color: 'var(--ui-password)',
      dashStyle: 'ShortDash',
      // Over the other line: where both run together, its dashes are seen on it.
      zIndex: 1,
      data: points.map(passwordsAt),
      ...opening('senhas', onOpen),
    },
    {
      type: 'spline',
      name: t('leaks'),
      color: 'var(--ui-leak)',
      data: points.map(({ day, leaks }) => [at(day), leaks]),
      ...opening('vazamentos', onOpen),
    },
  ],
  // Our own menu asks for the files: the library's cannot be reached by keyboard.
  exporting: { buttons: { contextButton: { enabled: false } } },
})
