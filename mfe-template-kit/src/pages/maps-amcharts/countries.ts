import { geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import world from 'world-atlas/countries-110m.json'
import { countryName } from '../../maps/country-name.ts'

export const WIDTH = 960
export const HEIGHT = 470

export type Country = {
  readonly id: string
  readonly name: string
  readonly outline: string
  readonly centre: readonly [number, number]
}

const ANTARCTICA = '010'
const shapes = feature(world, world.objects.countries).features.filter(({ id }) => id !== ANTARCTICA)
const path = geoPath(geoNaturalEarth1().fitSize([WIDTH, HEIGHT], { type: 'FeatureCollection', features: shapes }))

export const countries: readonly Country[] = shapes
  .map((shape) => ({
    id: String(shape.id ?? shape.properties.name),
    name: countryName(shape.id, shape.properties.name),
    outline: path(shape) ?? '',
    centre: path.centroid(shape),
  }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'))

export const countryById: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.id, country]))
