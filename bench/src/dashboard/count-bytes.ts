import { createServer, connect } from 'node:net'

/** A relay before a server: what passes it from there is what the server really sent, whatever a browser says. */
export const countBytes = async (url: string) => {
  const { hostname, port } = new URL(url)
  let sent = 0
  const relay = createServer((client) => {
    const server = connect(Number(port), hostname)
    server.on('data', (chunk) => (sent += chunk.length))
    client.pipe(server).pipe(client)
    const end = () => {
      client.destroy()
      server.destroy()
    }
    client.on('error', end)
    server.on('error', end)
  })
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done))
  const address = relay.address()
  if (typeof address !== 'object' || !address) throw new Error('the relay has no address')
  return { url: `http://127.0.0.1:${address.port}`, sent: () => sent, stop: () => void relay.close() }
}
