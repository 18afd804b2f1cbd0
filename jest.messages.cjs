// The build's loader for messages, as a transformer of Jest.
const { compileMessages } = require('./shared/build/src/loaders/compile-messages.ts')

module.exports = { process: (source) => ({ code: `module.exports = ${JSON.stringify(compileMessages(source))}` }) }
