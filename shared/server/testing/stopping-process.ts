import { setTimeout as wait } from 'node:timers/promises'
import { handleShutdown } from '../src/shutdown.ts'

const [closing = 'quick', deed = ''] = process.argv.slice(2)
const say = (facts: object, message: string) => process.stdout.write(`${message} ${JSON.stringify(facts)}\n`)

const shutdown = handleShutdown({
  log: { info: say, fatal: ({ ...facts }, message) => say(Object.keys(facts), message) },
  graceMs: 500,
  close: async () => {
    if (process.connected) process.send?.('closing')
    if (closing === 'slow') await wait(200)
    if (closing === 'endless') await new Promise(() => setInterval(() => undefined, 1000))
    if (closing === 'failing') throw new Error('cannot close')
    process.stdout.write('closed\n')
  },
})
setInterval(() => undefined, 1000)
process.on('message', () => undefined)
process.send?.('up')
if (deed === 'throw') setImmediate(() => Promise.reject(new Error('nobody catches this')))
if (deed === 'stop') shutdown.stop('told to')
