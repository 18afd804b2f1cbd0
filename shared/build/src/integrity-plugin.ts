import { IMPOSSIBLE_INTEGRITY, INTEGRITY_REGISTRY_KEY } from '@atalaia/contracts'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'

/**
 * Gives each script and style that a bundle's runtime inserts the integrity value of its address, from the page's
 * registry: `globalThis[Symbol.for('atalaia.integrity')]`, a Map from absolute address to value. A page without a
 * registry (another host, development) checks nothing. With a registry, a file that is not in it (M-RELEASE-6) gets a
 * value that no content has: the browser refuses the file, and the import rejects like that of any failed chunk. So
 * does an address that the page's Trusted Types refuse. An exception here would leave the chunk pending for ever, and
 * no retry would help.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('IntegrityPlugin', (compilation) => {
      const { uniqueName } = compilation.outputOptions
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'IntegrityPlugin',
        (source) => `try {\n${source}\n${guard('script', 'script.src', uniqueName)}\n} ${refused(uniqueName)}`,
      )
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'IntegrityPlugin',
        (source, { tag }) => `${source}\n${guard(tag, `${tag}.href`, uniqueName)}`,
      )
    })
  }
}

const unlisted = (bundle = '') => JSON.stringify(`${bundle}: no integrity hash in the release for `)

/** The script of an address that the page does not admit fails as one does that cannot be fetched. */
const refused = (bundle?: string) => `catch (error) {
  console.error(${unlisted(bundle)} + url);
  setTimeout(function () { script.onerror({ type: "error", target: { src: url } }); });
}`

const guard = (tag: string, address: string, bundle?: string) => `
${tag}.crossOrigin = "anonymous";
var integrities = globalThis[Symbol.for("${INTEGRITY_REGISTRY_KEY}")];
if (integrities) {
  if (!integrities.has(${address})) console.error(${unlisted(bundle)} + ${address});
  ${tag}.integrity = integrities.get(${address}) || "${IMPOSSIBLE_INTEGRITY}";
}`
