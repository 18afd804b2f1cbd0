import { join, resolve } from 'node:path'
import { buildPackages, isPortFree, ownCertificate, parsePort, root, startPlatform } from '@atalaia/stack'
import { parseOptions, runServices, type RunningServices } from './support/run-script.ts'

const HELP = `npm start -- [--no-demo] [--https]
Builds what is stale and serves everything on one origin, with its data in an embedded database.

  --no-demo   no demonstration account
  --https     over TLS with HTTP/2, with a certificate of its own making, which the browser asks about once

  PORT        where to listen (3000)
  HOST        the address to listen on: this machine alone (127.0.0.1), or 0.0.0.0 for everybody in the network
  DATA_DIR    where the data lies (.data)
  SMTP_URL    the server that mails are sent by (smtp://user:password@host:587); without it each is a file in DATA_DIR/outbox
  DATABASE_URL  a PostgreSQL to use in place of the embedded database
  LOG_LEVEL   what the servers write: error, warn (the default here), info, debug`

const { values } = parseOptions({
  options: {
    'no-demo': { type: 'boolean', default: false },
    https: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
/** All of it stays on this machine, as in development. */
const inProduction = process.env['NODE_ENV'] === 'production' ? { DATABASE_URL: 'embedded', SMTP_URL: 'file:' } : {}
const env: NodeJS.ProcessEnv = {
  PORT: '3000',
  HOST: '127.0.0.1',
  DATA_DIR: '.data',
  LOG_LEVEL: 'warn',
  ...inProduction,
  ...process.env,
}
const noDemo = values['no-demo'] || process.env['NODE_ENV'] === 'production'
const began = Date.now()

const checkPort = async () => {
  const port = parsePort(env['PORT'] ?? '')
  if (port === undefined) throw new Error(`PORT=${env['PORT']} is not a port: give a number up to 65535.`)
  if (await isPortFree(port, env['HOST'])) return
  throw new Error(`Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`)
}

/** localhost, or their own `HOST`. */
const asPeopleSay = (url: string) => (process.env['HOST'] ? url : url.replace('127.0.0.1', 'localhost'))

const start = async (services: RunningServices) => {
  await checkPort()
  console.log('Building what has changed …')
  await buildPackages({ log: console.log })
  if (services.stopping) return
  console.log('Starting …')
  const { url, demo, broken } = await startPlatform({
    env,
    noDemo,
    certificate: values.https ? await ownCertificate(resolve(root, env['DATA_DIR'] ?? '.data', 'tls')) : undefined,
    restart: { log: console.error },
    onStarted: services.add,
  })
  console.log(`\nAtalaia is up: ${asPeopleSay(url)}  (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  if (!env['SMTP_URL'] || env['SMTP_URL'] === 'file:')
    console.log(
      `Mail is not sent, because SMTP_URL names no server: each one is a file in ${join(env['DATA_DIR'] ?? '.data', 'outbox')}.`,
    )
  if (demo) console.log(`Demonstration account: ${demo.email}  password: ${demo.password}`)
  console.log('Stop it with Ctrl-C.\n')
  process.send?.({ type: 'listening', url, demo })

  const { name, reason } = await broken
  if (!services.stopping) throw new Error(`${name} ${reason}: everything is stopped.`)
}

if (values.help) {
  console.log(HELP)
} else {
  await runServices(start, () => console.log('\nStopping …'))
}
