const { join } = require('node:path')

/** Adds the export `source`, which loads the module's own text as it stands in the file; runs before it is compiled. */
module.exports = function exampleSource(text) {
  const [file, , page] = this.resourcePath.split(/[\\/]/).toReversed()
  const loader = this.utils.contextify(this.context, join(__dirname, 'text-loader.cjs'))
  const request = JSON.stringify(`!!${loader}!./${file}`)
  return `${text}
export const source = () => import(/* webpackChunkName: "code-${page}" */ ${request}).then((code) => code.default)
`
}
