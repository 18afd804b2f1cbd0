/** Gives a module's text, uncompiled, as its default export. */
module.exports = (text) => `export default ${JSON.stringify(text)}\n`
