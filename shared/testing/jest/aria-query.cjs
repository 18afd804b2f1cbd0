const { dirname, join } = require('node:path')

/** The environment's own copy; a test without elements asks for another environment, and loads it itself. */
module.exports =
  globalThis[Symbol.for('atalaia.aria-query')] ??
  require(join(dirname(require.resolve('@testing-library/dom')), '../../../aria-query'))
