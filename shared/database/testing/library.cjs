/**
 * Takes a library as Node loads it, once for all files of tests of a process, where Jest would run it anew for each. Only for
 * libraries that keep nothing between two uses: a test's fake clocks do not reach them, and an error of theirs is no
 * `instanceof` the test's own `Error`, as with Node's own modules. Jest's global setup has no environment and takes the source.
 */
module.exports = {
  process: (source, file) => ({
    code: `const load = globalThis[Symbol.for('atalaia.require')];
if (load) module.exports = load(${JSON.stringify(file)}); else (function () {${source}\n}).call(this)`,
  }),
}
