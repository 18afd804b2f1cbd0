import { createServer } from 'node:net'

/** Always true for port 0; `host` undefined: all addresses. */
export const isPortFree = (port: number, host?: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    if (port === 0) return resolve(true)
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen({ port, host }, () => server.close(() => resolve(true)))
  })

/** `undefined`: invalid. */
export const parsePort = (text: string): number | undefined => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  return port <= 65_535 ? port : undefined
}

/** The system may repeat ports without listeners. */
const given = new Set<number>()

/** Never returns a port twice. */
export const freePort = async (): Promise<number> => {
  const port = await new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const found = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(found))
    })
  })
  if (given.has(port)) return freePort()
  given.add(port)
  return port
}
