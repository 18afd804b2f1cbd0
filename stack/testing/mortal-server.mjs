// A server that dies as a crash does when it is asked for /die.
import { createServer } from 'node:http'

const server = createServer(({ url }, response) => {
  if (url === '/die') process.kill(process.pid, 'SIGKILL')
  response.end(String(process.pid))
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => {
  process.send?.({ type: 'listening', url: `http://127.0.0.1:${server.address().port}` })
})
process.on('SIGTERM', () => process.exit(0))
