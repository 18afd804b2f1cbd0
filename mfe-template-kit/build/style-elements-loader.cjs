/**
 * Libraries that bring their styles as style elements, which the content security policy refuses; the same rules are
 * files of the kit. Inert elements take their place.
 */
const expected = { 'apexcharts.esm.js': 2, 'index.mjs': 1 }

module.exports = function withoutStyleElements(text) {
  const file = this.resourcePath.split(/[\\/]/).at(-1)
  const parts = text.split('createElement("style")')
  if (parts.length - 1 !== expected[file])
    throw new Error(`${file}: expected ${expected[file]} style elements, found ${parts.length - 1}`)
  return parts.join('createElement("template")')
}
