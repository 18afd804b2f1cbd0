const { readFileSync, rmSync } = require('node:fs')
const { dirname, join } = require('node:path')
const NodeEnvironment = require('../../../jest.environment.cjs')

/** The code of the embedded database as it is compiled, for all files of tests of this process. */
let compiled

/** Started embedded databases that no file of tests uses at the moment; empty-pglite.ts takes them and leaves them. */
const threads = new Map()
/** The addresses of emptied databases on the PostgreSQL server of the test run; empty-postgres.ts takes them and leaves them. */
const databases = new Map()

process.once('exit', () => {
  for (const { folder } of [...threads.values()].flat()) rmSync(folder, { recursive: true, force: true })
})

/** The symbol by which a plugin says its name to Fastify. */
const PLUGIN_NAME = Symbol.for('fastify.display-name')

/**
 * Node, with what all files of tests of a process share: emptied databases, the code of embedded ones, which V8 compiles once
 * for a process as long as somebody holds the result, and the libraries that library.cjs takes by `require` of here. Each
 * plugin has a name for Fastify, which else looks for one through all modules: in Jest a tenth of a server's test.
 */
module.exports = class ServerEnvironment extends NodeEnvironment {
  async setup() {
    await super.setup()
    this.global[Symbol.for('atalaia.pglite-threads')] = threads
    this.global[Symbol.for('atalaia.postgres-databases')] = databases
    this.global[Symbol.for('atalaia.require')] = require
    Object.defineProperty(this.global.Function.prototype, PLUGIN_NAME, { value: 'plugin', writable: true })
    compiled ??= WebAssembly.compile(
      readFileSync(join(dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm')),
    )
    await compiled
  }
}
