import { TIME_ZONE } from '@atalaia/contracts'
import { Button } from '@atalaia/ui'
import { useState } from 'react'
import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { highchart } from '../../../charts/highcharts/highcharts.ts'
import { createFeed, type Feed } from '../feed.ts'
import { useLive } from '../use-live.ts'

export const title = 'Ao vivo: um ponto por segundo'
export const wide = true

const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone: TIME_ZONE })

const drawOf = (feed: Feed) =>
  highchart(
    () => ({
      time: { timezone: TIME_ZONE },
      legend: { enabled: false },
      xAxis: { type: 'datetime', tickPixelInterval: 120 },
      yAxis: { min: 0, max: 100, tickInterval: 25 },
      series: [{ type: 'spline', name: 'Carga', data: feed.points().map(({ at, value }) => [at, value]) }],
    }),
    { attach: (chart) => feed.subscribe(({ at, value }) => chart.series[0]?.addPoint([at, value], true, true)) },
  )

const open = () => {
  const feed = createFeed({ now: Date.now, next: () => Math.round(20 + Math.random() * 60) })
  return { feed, draw: drawOf(feed) }
}

export const Example = () => {
  const [{ feed, draw }] = useState(open)
  const { frame, points, running, toggle } = useLive(feed)
  const rows = points.toReversed().map(({ at, value }) => [clock.format(at), value])
  return (
    <div ref={frame}>
      <ChartFigure label="Carga, um ponto por segundo" data={{ columns: ['Hora', 'Carga (%)'], rows }} draw={draw}>
        <Button variant="ghost" size="small" onClick={toggle}>
          {running ? 'Pausar' : 'Continuar'}
        </Button>
      </ChartFigure>
    </div>
  )
}
