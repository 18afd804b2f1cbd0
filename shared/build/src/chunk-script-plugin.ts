import webpack, { type Compiler } from 'webpack'

/**
 * Fetches chunks without credentials, on the page's own origin too: so the page preloads them, and a hash can hold them.
 * A chunk whose address the page's Trusted Types refuse fails as one that cannot be fetched: its import rejects. The
 * exception alone would leave the chunk pending for ever, and no retry would help.
 */
export class ChunkScriptPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ChunkScriptPlugin', (compilation) => {
      const refused = JSON.stringify(`${compilation.outputOptions.uniqueName}: the page refuses `)
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'ChunkScriptPlugin',
        (source) => `try {
${source}
script.crossOrigin = "anonymous";
} catch (error) {
  console.error(${refused} + url);
  setTimeout(function () { script.onerror({ type: "error", target: { src: url } }); });
}`,
      )
    })
  }
}
