// Fastify searches all loaded modules for the name of a plugin that has none, which in Jest takes a quarter of a server's test.
Object.defineProperty(Function.prototype, Symbol.for('fastify.display-name'), { value: 'plugin', writable: true })
