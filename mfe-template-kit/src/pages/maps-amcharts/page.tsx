import { Card } from '@atalaia/ui'
import { useCallback, useRef, useState } from 'react'
import { KitPage } from '../../kit/kit-page.tsx'
import { CountryPicker } from './country-picker.tsx'
import { useZoom } from './use-zoom.ts'
import { WorldMap } from './world-map.tsx'
import './maps-amcharts.css'

/** Brazil, Portugal and Angola. */
const initial: ReadonlySet<string> = new Set(['076', '620', '024'])

const toggled = (before: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}

/** P-KIT-25 */
export const Component = () => {
  const [selected, setSelected] = useState(initial)
  const svg = useRef<SVGSVGElement>(null)
  const layer = useRef<SVGGElement>(null)
  const zoom = useZoom(svg, layer)
  const toggle = useCallback((id: string) => setSelected((before) => toggled(before, id)), [])
  return (
    <KitPage
      title="Mapas - Mundo"
      trail={['Mapas', 'Mundo']}
      lead="O mundo desenhado com D3 sobre formas livres, no lugar do amCharts. Ctrl e a roda do mouse, ou dois dedos, aproximam."
    >
      <Card title="Países selecionados">
        <WorldMap selected={selected} onToggle={toggle} svg={svg} layer={layer} zoom={zoom} />
        <CountryPicker
          selected={selected}
          onAdd={({ id, centre }) => {
            setSelected((before) => new Set([...before, id]))
            zoom.to(centre)
          }}
          onRemove={toggle}
        />
      </Card>
    </KitPage>
  )
}
