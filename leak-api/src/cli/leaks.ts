import { readConfig } from '../config.ts'
import { readArguments, usage } from './arguments.ts'
import { runOrder } from './run-order.ts'
import { messageOf } from '../error-facts.ts'

const MISUSE = 2

const run = async (): Promise<number> => {
  const order = readArguments(process.argv.slice(2))
  if (order.kind === 'help') {
    process.stdout.write(usage)
    return 0
  }
  if (order.kind === 'misuse') {
    process.stderr.write(`leaks: ${order.message}\n\n${usage}`)
    return MISUSE
  }
  return runOrder(order, readConfig(process.env), { out: process.stdout, err: process.stderr })
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`leaks: ${messageOf(error)}\n`)
    process.exit(1)
  },
)
