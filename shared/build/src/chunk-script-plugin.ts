import webpack, { type Compiler } from 'webpack'

/**
 * Fetches chunks without credentials, so that preloads and hashes work. A chunk that Trusted Types
 * refuse rejects its import; otherwise it stays pending for ever.
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
