import { isIP } from 'node:net'
import { checkServerIdentity, connect } from 'node:tls'

/** A receiver of syslog over TLS. */
export type Receiver = {
  readonly host: string
  readonly port: number
  /** The name that its certificate has. Default: the host. */
  readonly serverName: string | null
  /** PEM. Default: the certificates that the system trusts. */
  readonly authorities: string | null
  /** The client certificate, for a receiver that asks for one. */
  readonly certificate: string | null
  readonly privateKey: string | null
}

/** A failure that no part of Node.js names. */
class SendError extends Error {
  readonly code: 'ETIMEDOUT' | 'ECLOSED'
  constructor(code: SendError['code']) {
    super(code)
    this.code = code
  }
}

export type SendBounds = {
  /** The connection stays open for so long after the last octet: a receiver that ends it meanwhile does so of itself. */
  readonly holdMs: number
  /** Time for all of it. */
  readonly timeoutMs: number
}

/**
 * Sends frames over a connection of their own, and resolves once the receiver has closed it after we did (RFC 5425,
 * section 4.4): syslog has no other word for "I have read it". Rejects when the receiver cannot be trusted, closes
 * before that, or is late (M-SIEM-3).
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
