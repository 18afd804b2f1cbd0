const { once } = require('node:events')
const { dirname, join } = require('node:path')
const { TestEnvironment } = require('jest-environment-jsdom')
const ariaQuery = require(join(dirname(require.resolve('@testing-library/dom')), '../../../aria-query'))

/**
 * jsdom, with what every browser has and jsdom lacks: fetch and text coding. The signal must be of the same make as fetch.
 * The tables of ARIA, 150 files that Testing Library loads, are read once for all files of tests of a worker: see aria-query.cjs.
 */
module.exports = class BrowserEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args)
    Object.assign(this.global, {
      [Symbol.for('atalaia.aria-query')]: ariaQuery,
      AbortController,
      AbortSignal,
      fetch,
      Headers,
      Request,
      Response,
      TextDecoder,
      TextEncoder,
    })
  }

  /** A test begins with a page that has loaded. */
  async setup() {
    await super.setup()
    if (this.global.document.readyState !== 'complete') await once(this.global, 'load')
  }
}
