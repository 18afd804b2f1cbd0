const { once } = require('node:events')
const { TestEnvironment } = require('jest-environment-jsdom')

// The worker's next files share it: a test that replaced `timeout` left all later servers waiting without end.
Object.freeze(AbortSignal)

/**
 * jsdom, with what every browser has and jsdom lacks: fetch and text coding. The signal must be of the same make as fetch.
 */
module.exports = class BrowserEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args)
    Object.assign(this.global, {
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
