const { readFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { TestEnvironment } = require('jest-environment-node')

/** The code of the embedded database as it is compiled, for all files of tests of this process. */
let compiled

/** The symbol by which a plugin says its name to Fastify. */
const PLUGIN_NAME = Symbol.for('fastify.display-name')

/**
 * Node, with the code of the embedded database kept: V8 compiles the same bytes once for a process as long as somebody
 * holds the result, and each file of tests would end the only holder. Each plugin has a name for Fastify, which else
 * looks for one through all modules: in Jest a tenth of a server's test.
 */
module.exports = class ServerEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    Object.defineProperty(this.global.Function.prototype, PLUGIN_NAME, { value: 'plugin', writable: true })
    compiled ??= WebAssembly.compile(
      readFileSync(join(dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm')),
    )
    await compiled
  }
}
