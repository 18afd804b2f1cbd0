declare module 'world-atlas/*' {
  import type { GeometryCollection, Topology } from 'topojson-specification'

  const world: Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>
  export default world
}
