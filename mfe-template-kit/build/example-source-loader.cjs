/** Appends the module's own text to it; runs before the module is compiled. */
module.exports = (text) => `${text}\nexport const source = ${JSON.stringify(text)}\n`
