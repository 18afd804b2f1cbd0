import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'

export type Certificate = { readonly cert: string; readonly certFile: string; readonly keyFile: string }

/** Browsers' limit. */
const VALID_DAYS = 825
/** Renewed when less is left. */
const MIN_LEFT_MS = 7 * 24 * 3600 * 1000

/** Self-made, kept in `folder`; browsers warn. */
export const ownCertificate = async (folder: string): Promise<Certificate> => {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const kept = await readFile(certFile, 'utf8').catch(() => undefined)
  if (kept !== undefined && isValid(kept)) return { cert: kept, certFile, keyFile }
  const now = Date.now()
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    notAfterDate: new Date(now + VALID_DAYS * 24 * 3600 * 1000),
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(keyFile, key, { mode: 0o600 })
  await writeFile(certFile, cert)
  return { cert, certFile, keyFile }
}

const isValid = (cert: string): boolean => {
  try {
    return Date.parse(new X509Certificate(cert).validTo) - Date.now() > MIN_LEFT_MS
  } catch {
    return false
  }
}
