/** The compiler cannot tell from JSON text that it is a topology. */
declare module 'world-atlas/countries-110m.json' {
  const world: import('topojson-specification').Topology<{
    countries: import('topojson-specification').GeometryCollection<{ name: string }>
  }>
  export default world
}

declare module 'world-atlas/countries-50m.json' {
  const world: import('topojson-specification').Topology<{
    countries: import('topojson-specification').GeometryCollection<{ name: string }>
  }>
  export default world
}
