// Runs a portal that has a server of its own: run.mjs FOLDER PROGRAM ARGUMENT…. $PORT and $HOST in the arguments are filled in.
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env
const [folder, program, ...args] = process.argv.slice(2)
const filled = args.map((arg) => arg.replace('$PORT', PORT).replace('$HOST', HOST))
const portal = spawn(program, filled, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })

const stop = () => portal.kill('SIGTERM')
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)
process.on('exit', stop)
portal.on('error', (error) => {
  console.error(`${program}: ${error.message}`)
  process.exit(1)
})
portal.on('exit', (code) => process.exit(code ?? 0))

const answers = () =>
  new Promise((resolve) => {
    const socket = connect(Number(PORT), HOST)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.end())
  })

while (!(await answers())) await wait(100)
process.send?.({ type: 'listening', url: `http://${HOST}:${PORT}` })
