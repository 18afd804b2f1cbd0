import { useEffect, useState } from 'react'
import type { Highcharts } from './highcharts.ts'

/** The chart library, which is loaded when it is first wanted. */
export type HighchartsLoad =
  /** Not wanted yet. */
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Highcharts: typeof Highcharts }
  | { readonly status: 'failed'; readonly retry: () => void }

type Import = () => Promise<{ readonly Highcharts: typeof Highcharts }>

const importHighcharts: Import = () => import(/* webpackChunkName: "chart-plot" */ './highcharts.ts')

const begin = (load: Import, show: (state: HighchartsLoad) => void): void => {
  show({ status: 'loading' })
  load().then(
    ({ Highcharts }) => show({ status: 'ready', Highcharts }),
    () => show({ status: 'failed', retry: () => begin(load, show) }),
  )
}

/**
 * Loads the chart library once it is wanted. It is larger than the rest of the screen: the numbers do not wait for it,
 * and a person who never scrolls to the chart never loads it.
 */
export const useHighcharts = (wanted: boolean, load = importHighcharts): HighchartsLoad => {
  const [state, setState] = useState<HighchartsLoad>({ status: 'idle' })
  useEffect(() => {
    if (wanted) begin(load, setState)
  }, [wanted, load])
  return state
}
