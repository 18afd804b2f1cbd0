const { readFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { TestEnvironment } = require('jest-environment-node')

/** The code of the embedded database as it is compiled, for all files of tests of this process. */
let compiled

/**
 * Node, with the code of the embedded database kept: V8 compiles the same bytes once for a process as long as somebody
 * holds the result, and each file of tests would end the only holder.
 */
module.exports = class ServerEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    compiled ??= WebAssembly.compile(
      readFileSync(join(dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm')),
    )
    await compiled
  }
}
