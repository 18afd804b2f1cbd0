import { useEffect, useState } from 'react'
import type { Highcharts } from './highcharts.ts'

export type Drawer =
  /** Not asked for yet. */
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Highcharts: typeof Highcharts }
  | { readonly status: 'failed'; readonly again: () => void }

type Load = () => Promise<{ readonly Highcharts: typeof Highcharts }>

const fetchHighcharts: Load = () => import(/* webpackChunkName: "chart-plot" */ './highcharts.ts')

const begin = (load: Load, show: (drawer: Drawer) => void): void => {
  show({ status: 'loading' })
  load().then(
    ({ Highcharts }) => show({ status: 'ready', Highcharts }),
    () => show({ status: 'failed', again: () => begin(load, show) }),
  )
}

/**
 * Fetches what draws once it is wanted. It is larger than the rest of the screen: the numbers do not wait for it, and
 * who never comes near the chart never pays for it.
 */
export const useDrawer = (wanted: boolean, load = fetchHighcharts): Drawer => {
  const [drawer, setDrawer] = useState<Drawer>({ status: 'idle' })
  useEffect(() => {
    if (wanted) begin(load, setDrawer)
  }, [wanted, load])
  return drawer
}
