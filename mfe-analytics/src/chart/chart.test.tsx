import { saoPauloDay } from '@atalaia/contracts'
import '../testing/jsdom.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { formatDate } from '@atalaia/ui'
import { portuguese } from '../language/portuguese.ts'
import { analyses } from '../testing/answers.ts'
import { drawn } from '../testing/drawn.ts'
import { chartCsv } from './chart-csv.ts'
import { ChartPlot } from './chart-plot.tsx'
import { chartOptions } from './chart-options.ts'
import { chartWindow } from './chart-points.ts'
import { ChartWidget } from './chart-widget.tsx'
import { Highcharts } from './highcharts.ts'
import { useHighcharts } from './use-highcharts.ts'

const show = async (rows: typeof analyses | null, status: 'ready' | 'failed' = 'ready') => {
  render(<ChartWidget analyses={rows} status={status} coverage="Cobertura: 12 fontes." onReload={() => {}} />)
  await drawn()
}

test('the chart is one image whose label says the range and the last analysis', async () => {
  await show(analyses)
  expect(screen.getByRole('img')).toHaveAccessibleName(
    expect.stringContaining(`Última análise em ${formatDate(saoPauloDay())}: 1.284 vazamentos e 312 senhas.`),
  )
})

// Rule: P-DASH-15
test('the chart has both series, the passwords dashed, and follows the theme by its tokens', () => {
  const { series } = chartOptions(chartWindow(analyses, saoPauloDay()), { still: true, language: portuguese })
  expect(series).toEqual([
    expect.objectContaining({ type: 'spline', name: 'Senhas', dashStyle: 'ShortDash', color: 'var(--ui-password)' }),
    expect.objectContaining({ type: 'spline', name: 'Vazamentos', color: 'var(--ui-leak)' }),
  ])
  expect(series?.[1]).not.toHaveProperty('dashStyle')
})

// Rule: P-DASH-17, P-ACCESS-6
test('the axis reaches over three months in Portuguese, and nothing moves for those who asked for less', async () => {
  await show(analyses)
  const { lang, xAxis, chart, plotOptions } = chartOptions(chartWindow([], '2025-11-20'), {
    still: true,
    language: portuguese,
  })
  expect(xAxis).toMatchObject({ min: Date.UTC(2025, 7, 20), max: Date.UTC(2025, 10, 20) })
  const { time } = Highcharts.chart(document.createElement('div'), { lang, accessibility: { enabled: false } })
  expect(time.dateFormat('%A, %e de %B', Date.UTC(2025, 10, 21))).toBe('sexta-feira, 21 de novembro')
  expect(chart?.animation).toBe(false)
  expect(plotOptions?.series?.animation).toBe(false)
})

// Rule: P-DASH-16
test('the chart is 350 px high, and so is what stands in its place before it has come', () => {
  const window = chartWindow(analyses, saoPauloDay())
  const { container } = render(<ChartPlot window={window} library={{ status: 'loading' }} />)
  expect(container.querySelector('.ui-skeleton__line')).toHaveStyle({ height: '350px' })
  const styles = readFileSync(join(__dirname, '../../../shared/ui/src/styles/layout.css'), 'utf8')
  expect(styles).toMatch(/\.ui-chart \{[^}]*height: var\(--ui-chart-height, 350px\)/)
})

const day = (data_analise: string, total_vazamentos: number, total_senhas: number) => ({
  data_analise,
  total_senhas,
  total_vazamentos,
})

// Rule: P-DASH-30
test.each([
  ['one analysis', [0]],
  ['a few of the last month', [0, 3]],
])('with %s the empty part of the chart says when it began and what comes', async (_, daysAgo) => {
  const days = daysAgo.map((ago) => saoPauloDay(new Date(Date.now() - ago * 86_400_000))).toSorted()
  await show(days.map((each) => day(each, 3, 1)))
  const [first = ''] = days
  const words = `A primeira análise destes 3 meses é de ${formatDate(first)}. O gráfico se completa a cada nova análise.`
  expect(await screen.findByText(words)).toBeVisible()
})

test('a chart that began longer ago needs no words', async () => {
  await show(analyses)
  expect(screen.queryByText(/A primeira análise/)).toBeNull()
})

// Rule: P-DASH-31
test('where both numbers are equal a ring lets the other point through, and the dashes lie over the line', () => {
  const window = chartWindow([day('2025-11-01', 9, 4), day('2025-11-10', 7, 7)], '2025-11-20')
  const { series } = chartOptions(window, { still: true, language: portuguese })
  expect(series?.[0]).toMatchObject({
    zIndex: 1,
    data: [{ y: 4 }, { y: 7, marker: { radius: 6, fillColor: 'transparent' } }],
  })
  expect(series?.[0]).not.toHaveProperty('data.0.marker')
})

// Rule: P-PRINT-1
test('a chart that has not come yet has its points as a table for the paper', () => {
  const window = chartWindow(analyses, saoPauloDay())
  const { container } = render(<ChartPlot window={window} library={{ status: 'idle' }} />)
  expect(within(container).getAllByRole('row')).toHaveLength(3)
})

// Rule: P-DASH-20
test('the same points stand in a table, the newest first', async () => {
  await show(analyses)
  await userEvent.click(screen.getByRole('button', { name: 'Ver como tabela' }))
  const [, first] = within(screen.getByRole('table')).getAllByRole('row')
  expect(first).toHaveTextContent(`${formatDate(saoPauloDay())}1.284312`)
  await userEvent.click(screen.getByRole('button', { name: 'Ver como gráfico' }))
  expect(screen.queryByRole('table')).toBeNull()
})

// Rule: P-DASH-32
test('a point opens the rows that made it, but not by a tap, which shows the numbers, and not where there are none', () => {
  const onOpen = jest.fn()
  const window = chartWindow([day('2025-11-01', 9, 0)], '2025-11-20')
  const { series } = chartOptions(window, { still: true, language: portuguese, onOpen })
  for (const [index, pointerType] of [
    [1, 'mouse'],
    [1, 'touch'],
    [0, 'mouse'],
  ] as const) {
    const drawing = Highcharts.chart(document.createElement('div'), { series, accessibility: { enabled: false } })
    const drawnSeries = drawing.series[index]
    if (drawnSeries) Highcharts.fireEvent(drawnSeries, 'click', { point: drawnSeries.points[0], pointerType })
  }
  expect(onOpen.mock.calls).toEqual([[{ part: 'vazamentos', of: { day: '2025-11-01' } }]])
})

// Rule: P-DASH-32
test('without a page of rows a point is no button', () => {
  const { series } = chartOptions(chartWindow(analyses, saoPauloDay()), { still: true, language: portuguese })
  expect(series?.[0]).not.toHaveProperty('cursor')
  expect(series?.[1]).not.toHaveProperty('events')
})

// Rule: P-DASH-21
test('without an analysis in the last three months it says so and what is covered', async () => {
  await show([{ data_analise: '2019-01-01', total_senhas: 1, total_vazamentos: 1 }])
  expect(screen.getByText('Nenhuma análise nos últimos 3 meses')).toBeVisible()
  expect(screen.getByText('Cobertura: 12 fontes.')).toBeVisible()
})

test('what is not known shows as a dash', async () => {
  await show(null, 'failed')
  expect(screen.getByText('—')).toBeVisible()
})

// Rule: P-DASH-19
test('pictures and a spreadsheet are offered', async () => {
  await show(analyses)
  await userEvent.click(screen.getByRole('button', { name: 'Exportar gráfico' }))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Imagem PNG',
    'Imagem SVG',
    'Planilha CSV',
  ])
})

test('the spreadsheet has a header and a line for each day', () => {
  expect(chartCsv([{ day: '2025-11-20', leaks: 3, passwords: 1 }], portuguese)).toBe(
    'Data;Vazamentos;Senhas\r\n2025-11-20;3;1\r\n',
  )
})

// Rule: P-DASH-24
test('when what draws does not come, it says so, and trying again brings the chart', async () => {
  const draw = jest.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce({ Highcharts, chartOptions })
  const Chart = () => <ChartPlot window={chartWindow(analyses, saoPauloDay())} library={useHighcharts(true, draw)} />
  render(<Chart />)
  expect(await screen.findByText('O gráfico não carregou')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByRole('img')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('img')).toHaveAttribute('aria-busy', 'false'))
})

// Rule: M-SPEED-7
test('the chart is drawn once the font of its letters is there, or cannot be had', async () => {
  document.documentElement.style.setProperty('--ui-font-product', "'Inter Variable', Arial")
  const answer = new EventTarget()
  const load = jest.fn(() => new Promise((_, reject) => answer.addEventListener('refused', reject)))
  Object.defineProperty(document, 'fonts', { value: { load }, configurable: true })
  await show(analyses)
  expect(load).toHaveBeenCalledWith("1em 'Inter Variable'")
  expect(screen.getByRole('img')).toHaveAttribute('aria-busy', 'true')

  await act(async () => void answer.dispatchEvent(new Event('refused')))
  await waitFor(() => expect(screen.getByRole('img')).toHaveAttribute('aria-busy', 'false'))
  Reflect.deleteProperty(document, 'fonts')
  document.documentElement.removeAttribute('style')
})
