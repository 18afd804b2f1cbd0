import { Button } from '@atalaia/ui'
import type { RefObject } from 'react'
import { countries, countryById, HEIGHT, WIDTH } from './countries.ts'
import { usePointed } from './use-pointed.ts'
import type { Zooming } from './use-zoom.ts'

type WorldMapProps = {
  readonly selected: ReadonlySet<string>
  /** Must not change between renders. */
  readonly onToggle: (id: string) => void
  readonly svg: RefObject<SVGSVGElement | null>
  /** Zoomed group within `svg`. */
  readonly layer: RefObject<SVGGElement | null>
  readonly zoom: Zooming
}

export const WorldMap = ({ selected, onToggle, svg, layer, zoom }: WorldMapProps) => {
  const pointed = usePointed(svg, onToggle)
  const names = [...selected].map((id) => countryById.get(id)?.name).join(', ')
  return (
    <div className="kit-world">
      <svg
        ref={svg}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Mapa do mundo. Países selecionados: ${names || 'nenhum'}.`}
      >
        <g ref={layer}>
          {countries.map(({ id, outline }) => (
            <path
              key={id}
              d={outline}
              data-country={id}
              className={selected.has(id) ? 'kit-world__country kit-world__country--selected' : 'kit-world__country'}
            />
          ))}
        </g>
      </svg>
      {pointed && (
        <div className="kit-world__name" role="tooltip" style={{ left: pointed.x, top: pointed.y }}>
          {countryById.get(pointed.id)?.name}
        </div>
      )}
      <div className="kit-world__controls">
        <Button size="small" icon="plus" onClick={() => zoom.by(1.6)}>
          Aproximar
        </Button>
        <Button size="small" icon="minus" onClick={() => zoom.by(1 / 1.6)}>
          Afastar
        </Button>
        <Button size="small" icon="restore" onClick={zoom.reset}>
          Mundo todo
        </Button>
      </div>
    </div>
  )
}
