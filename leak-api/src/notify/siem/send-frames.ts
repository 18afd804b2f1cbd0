import { isIP } from 'node:net'
import { checkServerIdentity, connect } from 'node:tls'

export type Receiver = {
  readonly host: string
  readonly port: number
  /** Default: the host. */
  readonly serverName: string | null
  /** PEM. Default: the system's trusted certificates. */
  readonly authorities: string | null
  readonly certificate: string | null
  readonly privateKey: string | null
}

class SendError extends Error {
  readonly code: 'ETIMEDOUT' | 'ECLOSED'
  constructor(code: SendError['code']) {
    super(code)
    this.code = code
  }
}

export type SendBounds = {
  readonly holdMs: number
  readonly timeoutMs: number
}

/**
 * Resolves when the receiver closes the connection after us (RFC 5425, section 4.4): syslog has no
 * other receipt. Rejects for an untrusted, early-closing or late receiver (M-SIEM-3).
 */
export const sendFrames = (receiver: Receiver, frames: readonly string[], bounds: SendBounds): Promise<void> =>
  new Promise((resolve, reject) => {
    const { host, port, serverName, authorities, certificate, privateKey } = receiver
    const name = serverName ?? host
    const socket = connect({
      host,
      port,
      // A number is no server name (RFC 6066), and has to stand in the certificate all the same.
      ...(isIP(name) === 0 && { servername: name }),
      checkServerIdentity: (_host, certificateOfPeer) => checkServerIdentity(name, certificateOfPeer),
      minVersion: 'TLSv1.2',
      ...(authorities !== null && { ca: authorities }),
      ...(certificate !== null && privateKey !== null && { cert: certificate, key: privateKey }),
    })
    let [isClosing, hasRead] = [false, false]
    let holding: NodeJS.Timeout | undefined
    const timer = setTimeout(() => socket.destroy(new SendError('ETIMEDOUT')), bounds.timeoutMs)
    const close = () => {
      isClosing = true
      socket.end()
    }
    socket.once('secureConnect', () =>
      socket.write(frames.join(''), () => (holding = setTimeout(close, bounds.holdMs))),
    )
    socket.once('end', () => {
      if (isClosing) hasRead = true
      else socket.destroy(new SendError('ECLOSED'))
    })
    socket.on('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      clearTimeout(holding)
      if (hasRead && socket.writableFinished) resolve()
      else reject(new SendError('ECLOSED'))
    })
    // What a receiver may say is nothing to us, and has to be read for its end to come.
    socket.resume()
  })
