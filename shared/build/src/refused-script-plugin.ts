import webpack, { type Compiler } from 'webpack'

/**
 * Has a chunk whose address the page's Trusted Types refuse fail as one that cannot be fetched: its import rejects. The
 * exception alone would leave the chunk pending for ever, and no retry would help. The shell holds chunks to their hashes.
 */
export class RefusedScriptPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('RefusedScriptPlugin', (compilation) => {
      const refused = JSON.stringify(`${compilation.outputOptions.uniqueName}: the page refuses `)
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'RefusedScriptPlugin',
        (source) => `try {
${source}
} catch (error) {
  console.error(${refused} + url);
  setTimeout(function () { script.onerror({ type: "error", target: { src: url } }); });
}`,
      )
    })
  }
}
