// Calls functions of the npm package `hibp`, and prints their outcomes as JSON: `[[name, ...arguments], …]` is the first
// operand. A process of its own, so that the package runs as it is: Jest would turn it into CommonJS.
const functions = new Map(Object.entries(await import('hibp')))
const calls = JSON.parse(process.argv[2] ?? '[]')
const outcomes = []
for (const [name, ...given] of calls)
  try {
    outcomes.push({ value: await functions.get(name)(...given) })
  } catch (error) {
    outcomes.push({ error: error.name, message: error.message, retryAfterSeconds: error.retryAfterSeconds })
  }
process.stdout.write(JSON.stringify(outcomes))
