/**
 * ApexCharts brings its styles as style elements, which the content security policy refuses; the same rules are
 * files of the kit (src/charts/apex/apex.css). Inert elements take their place.
 */
module.exports = (text) => {
  const parts = text.split('createElement("style")')
  if (parts.length !== 3) throw new Error(`apexcharts: expected 2 style elements, found ${parts.length - 1}`)
  return parts.join('createElement("template")')
}
