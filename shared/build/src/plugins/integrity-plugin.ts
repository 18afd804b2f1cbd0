import { IMPOSSIBLE_INTEGRITY, INTEGRITY_REGISTRY_KEY } from '@atalaia/contracts'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'

/**
 * Gives each script and style that a bundle's runtime inserts the integrity value of its address, from the page's
 * registry: `globalThis[Symbol.for('atalaia.integrity')]`, a Map from absolute address to value. A page without a
 * registry (another host, development) checks nothing. With a registry, a file that is not in it gets a value that no
 * content has: the browser refuses the file, and the import rejects like that of any failed chunk. An exception here
 * would leave the chunk pending for ever, and no retry would help.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('IntegrityPlugin', (compilation) => {
      const { uniqueName } = compilation.outputOptions
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'IntegrityPlugin',
        (source) => `${source}\n${guard('script', 'script.src', uniqueName)}`,
      )
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'IntegrityPlugin',
        (source, { tag }) => `${source}\n${guard(tag, `${tag}.href`, uniqueName)}`,
      )
    })
  }
}

const guard = (tag: string, address: string, bundle = '') => `
${tag}.crossOrigin = "anonymous";
var integrities = globalThis[Symbol.for("${INTEGRITY_REGISTRY_KEY}")];
if (integrities) {
  if (!integrities.has(${address})) console.error(${JSON.stringify(`${bundle}: no integrity hash in the release for `)} + ${address});
  ${tag}.integrity = integrities.get(${address}) || "${IMPOSSIBLE_INTEGRITY}";
}`
