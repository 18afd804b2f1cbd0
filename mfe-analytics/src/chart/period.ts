/** Months that the date axis of the chart covers. */
export type ChartMonths = 1 | 2 | 3

/** The span of the date axis (P-DASH-17). */
export const DEFAULT_MONTHS: ChartMonths = 3

type PeriodTexts = {
  readonly title: string
  /** Of a chart without a point. */
  readonly none: string
  /** Of exported files, without an ending. */
  readonly fileName: string
}

export const PERIOD_TEXTS: Readonly<Record<ChartMonths, PeriodTexts>> = {
  1: { title: 'Último mês', none: 'Nenhuma análise no último mês', fileName: 'vazamentos-ultimo-mes' },
  2: {
    title: 'Últimos 2 meses',
    none: 'Nenhuma análise nos últimos 2 meses',
    fileName: 'vazamentos-ultimos-2-meses',
  },
  3: {
    title: 'Ultimos 3 meses',
    none: 'Nenhuma análise nos últimos 3 meses',
    fileName: 'vazamentos-ultimos-3-meses',
  },
}
