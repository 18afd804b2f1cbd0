/**
 * A library as Node loads it, once for all files of tests of a process, where Jest would run it anew for each. For libraries
 * that keep nothing between two uses and ask no clock: those of a test's own realm, which are stopped there, do not reach them.
 * Jest's global setup has no environment and takes the source.
 */
module.exports = {
  process: (source, file) => ({
    code: `const load = globalThis[Symbol.for('atalaia.require')];
if (load) module.exports = load(${JSON.stringify(file)}); else (function () {${source}\n}).call(this)`,
  }),
}
